import { isObject, type Json } from '../../contracts/json.js'
import { refuse } from '../engine/refusal.js'
import { type Change, only } from '../engine/rule.js'
import { type RuleChanges, variantNames } from '../engine/variants.js'
import type { TokenRule } from './rules.js'
import type { TokenRequest } from './token-request.js'

/** Whether `ASSAY_REFERENCE_VARIANT` chooses the widespread older form, in which evidence is signed too. */
export const speaksOlderForm = (text: string | undefined): boolean => variantNames(text).includes('speaks-older-form')

/** Where a server of the older form has its token endpoint. */
const tokenPath = '/connect/token'

/** The record stands alone in the list of `parties_info`, its status in `adherence`. */
const unwrap: Change<TokenRequest> = (right) => async (request) => {
  const held = await right(request)
  if (!request.record) return held
  const { parties_info: info } = request.record
  const data = isObject(info) && Array.isArray(info.data) ? (info.data as readonly Json[]) : []
  const [only] = data.length === 1 ? data : []
  const { adherence, ...record } = isObject(only) ? only : {}
  const { status, ...own } = record
  request.record = isObject(adherence) && adherence.status !== undefined ? { ...own, status: adherence.status } : own
  return held
}

/**
 * The widespread older form of the interface: another token path with `grant_type` and `scope`, look-ups by `eori`, a
 * record in a list. The changes are named by the rule that they concern; the text's own form is not understood beside it.
 */
export const olderForm: RuleChanges<TokenRequest, TokenRule> = {
  'the token path is spelled as it is':
    () =>
    ({ received }) =>
      received.path === tokenPath || refuse(404, 'invalid_request', 'there is nothing here'),
  'the grant is that of the client itself': only(
    (request) =>
      (request.parameter('grant_type') === 'client_credentials' && (request.parameter('scope') ?? '') !== '') ||
      refuse(400, 'invalid_request', 'grant_type or scope is missing'),
  ),
  'the registry is asked about client_id': () => async (request) => {
    const { registry } = request.participant
    const path = registry.queryPath.replace(/party_id=$/, 'eori=')
    request.answer = await registry.lookUp(path + encodeURIComponent(request.lookedUp))
    return true
  },
  'the record is the one in parties_token': unwrap,
}
