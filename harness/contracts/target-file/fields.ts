import { z } from 'zod'

const isHttpUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.username}${url.search}${url.hash}` === ''
}

/** Text that is not empty. Examples go into error messages and into the JSON Schema for editors. */
export const text = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .meta({ description, examples: [example] })

/** An http or https address without user, query and fragment. */
export const httpUrl = (description: string, example: string) =>
  z
    .string()
    .refine(isHttpUrl, 'must be an http or https address without user, query and fragment')
    .meta({ description, examples: [example] })

/** What stands for the target's own base URL in an address that is built on it. */
export const ownBaseUrl = '$' + '{ASSAY_BASE_URL}'

/** The same, or one that is built on the target's own base URL. */
export const httpUrlOrOwn = (description: string, example: string) =>
  z
    .string()
    .refine(
      (text) => isHttpUrl(text.startsWith(ownBaseUrl) ? text.replace(ownBaseUrl, 'http://own') : text),
      `must be an http or https address without user, query and fragment, or begin with ${ownBaseUrl}`,
    )
    .meta({ description, examples: [example] })

/** A path below the base URL. */
export const path = (description: string, example: string) =>
  z
    .string()
    .regex(/^\//, 'must begin with /')
    .meta({ description, examples: [example] })

/** A value that becomes text: environment variables, form parameters. */
export const scalar = z.union([z.string(), z.number(), z.boolean()], 'must be text, a number, true or false')

/** A switch. */
export const flag = (description: string, example: boolean) => z.boolean().meta({ description, examples: [example] })

/** A whole number between two bounds. */
export const whole = (description: string, example: number, least: number, most: number) =>
  z
    .int()
    .min(least)
    .max(most)
    .meta({ description, examples: [example] })

/** Zero or more of `entry`. */
export const list = <T extends z.ZodType>(description: string, entry: T, example?: unknown) =>
  z.array(entry).meta(example === undefined ? { description } : { description, examples: [example] })

/** A group of named settings and no others. */
export const group = <S extends z.ZodRawShape>(description: string, shape: S, example?: unknown) =>
  z.strictObject(shape).meta(example === undefined ? { description } : { description, examples: [example] })

/** One of a few words. */
export const word = <const W extends readonly [string, ...string[]]>(
  description: string,
  words: W,
  example: W[number],
) => z.enum(words).meta({ description, examples: [example] })
