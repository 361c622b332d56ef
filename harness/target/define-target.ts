import type { TargetFile } from '../contracts/target-file/schema.js'

/** A target of a TypeScript target file, checked by the editor: `export default defineTarget({ … })`. */
export const defineTarget = <T extends TargetFile | readonly TargetFile[]>(target: T): T => target
