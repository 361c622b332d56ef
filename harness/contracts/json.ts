/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
/** A JSON object that its owner may still change. */
export type JsonObject = { [name: string]: Json }

/** Whether a value that was read from JSON is an object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The elements of what should be a list; none where it is none. */
export const elementsOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : []
