import { formEncoded, parametersIn } from '../../harness/wire/parameters.js'
import type { HttpRequest } from '../../harness/wire/types.js'

type Change = (request: HttpRequest) => HttpRequest

const withQuery = (url: string, query: [name: string, value: string][]): string =>
  query.length === 0 ? url : `${url}?${formEncoded(query)}`

/** The same parameters in the query and no body; `more` are further headers, `query` further parameters. */
export const inQuery =
  (method: string, more: HttpRequest['headers'] = [], query: [name: string, value: string][] = []): Change =>
  (request) => ({ method, url: withQuery(request.url, [...parametersIn(request), ...query]), headers: more })

/** Another method around the same body. */
export const byMethod =
  (method: string): Change =>
  (request) => ({ ...request, method })

/** Nothing but the method; `headers` are there besides. */
export const bare =
  (method: string, headers: HttpRequest['headers'] = []): Change =>
  ({ url }) => ({ method, url, headers })

/** GET with the parameters in the query, on another spelling of the path. */
export const getOnPath =
  (spell: (path: string) => string): Change =>
  (request) => {
    const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)(.*)$/s.exec(request.url) ?? []
    return inQuery('GET')({ ...request, url: `${origin}${spell(path)}` })
  }

/** Another body, made from the parameters, under another content type (none when undefined). */
export const withBody =
  (contentType: string | undefined, encode: (form: [string, string][]) => string | Buffer): Change =>
  (request) => ({
    ...request,
    headers: [
      ...request.headers.filter(([name]) => !/^content-type$/i.test(name)),
      ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
    ],
    body: encode(parametersIn(request)),
  })
