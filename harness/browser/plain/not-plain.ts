/** Only a browser can tell what would happen. */
export class NotPlain extends Error {}
