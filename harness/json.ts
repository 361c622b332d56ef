/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
/** A JSON object that its owner may still change. */
export type JsonObject = { [name: string]: Json }
