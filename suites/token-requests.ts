import * as algorithm from './algorithm/algorithm.cases.js'
import * as audience from './audience/audience.cases.js'
import * as certificate from './certificate/certificate.cases.js'
import * as chain from './chain/chain.cases.js'
import * as recordedChains from './chain/recorded.cases.js'
import * as header from './header/header.cases.js'
import * as keys from './header/keys.cases.js'
import * as body from './http/body.cases.js'
import * as method from './http/method.cases.js'
import * as parameters from './http/parameters.cases.js'
import * as identity from './identity/identity.cases.js'
import * as json from './json/json.cases.js'
import * as base64url from './jws-form/base64url.cases.js'
import * as compact from './jws-form/compact.cases.js'
import * as jsonParts from './jws-form/json-parts.cases.js'
import * as partiesToken from './parties-token/parties-token.cases.js'
import * as positive from './positive/positive.cases.js'
import * as positiveRegistry from './positive/registry.cases.js'
import * as spelling from './positive/spelling.cases.js'
import * as matching from './registry/matching.cases.js'
import * as status from './registry/status.cases.js'
import * as transport from './registry-transport/transport.cases.js'
import * as replay from './replay/replay.cases.js'
import * as signature from './signature/signature.cases.js'
import type { Row } from './support/row.js'
import * as time from './time/time.cases.js'

const tables: readonly Readonly<Record<string, unknown>>[] = [
  algorithm,
  audience,
  certificate,
  chain,
  recordedChains,
  header,
  keys,
  body,
  method,
  parameters,
  identity,
  json,
  base64url,
  compact,
  jsonParts,
  partiesToken,
  positive,
  positiveRegistry,
  spelling,
  matching,
  status,
  transport,
  replay,
  signature,
  time,
]

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && 'mutate' in value && typeof value.mutate === 'object'

/** Every row of a check that mutates a token request; where a check has no row, its mutations are its own. */
export const tokenRequestRows: readonly Row[] = tables.flatMap((table) =>
  Object.values(table).flatMap((exported) => (Array.isArray(exported) ? exported.filter(isRow) : [])),
)
