import type { HttpRequest } from './types.js'

/** Parameters of a request, in order. */
export type Parameters = [name: string, value: string][]

const formType = 'application/x-www-form-urlencoded'
const boundary = 'assay-part'

/** `application/x-www-form-urlencoded`. */
export const formEncoded = (parameters: Parameters): string => new URLSearchParams(parameters).toString()

/** The members of one object; of parameters that repeat the last stays. */
export const inJson = (parameters: Parameters): string => JSON.stringify(Object.fromEntries(parameters))

/** Content type of `inParts`. */
export const partsType = `multipart/form-data; boundary=${boundary}`

/** One part for each (RFC 7578). */
export const inParts = (parameters: Parameters): string =>
  `${parameters
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--${boundary}--\r\n`

const typesOf = ({ headers }: HttpRequest): readonly string[] =>
  headers.filter(([name]) => name.toLowerCase() === 'content-type').map(([, value]) => value)

/** Whether a request says that it carries its parameters as a form. */
export const isForm = (request: HttpRequest): boolean => typesOf(request).some((type) => type.startsWith(formType))

/** The parameters of a token request, whichever way they are encoded. */
export function parametersIn(request: HttpRequest): Parameters {
  const [text, types] = [String(request.body ?? ''), typesOf(request)]
  if (types.some((type) => /json/i.test(type))) return Object.entries(JSON.parse(text) as Record<string, string>)
  if (types.includes(partsType))
    return [...text.matchAll(/name="([^"]*)"\r\n\r\n(.*?)\r\n--/gs)].map(([, name = '', value = '']) => [name, value])
  return [...new URLSearchParams(text)]
}

/** The parameters encoded otherwise, where they are a form, and each stands there once: another encoding might lose one. */
export const encodedAs =
  (type: string, encode: (parameters: Parameters) => string) =>
  (request: HttpRequest): HttpRequest => {
    if (!isForm(request) || typesOf(request).length > 1 || typeof request.body !== 'string') return request
    const parameters = parametersIn(request)
    if (new Set(parameters.map(([name]) => name)).size < parameters.length) return request
    const headers = request.headers.map(
      ([name, value]) => [name, name.toLowerCase() === 'content-type' ? type : value] as const,
    )
    return { ...request, headers, body: encode(parameters) }
  }
