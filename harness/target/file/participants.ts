import type { KeyObject, X509Certificate } from 'node:crypto'
import { participantStates } from '../../contracts/target-file/participants.js'
import { isIssuedBy } from '../../wire/issued.js'
import { indices, type Problem, valueAt } from './problems.js'
import type { KeyPath } from './source.js'

/** Contradictions between the participants of a target file, their files apart. */
export function checkParticipants(data: unknown): readonly Problem[] {
  const given = indices(data, ['participants']).map((index) => {
    const [id, is] = ['partyId', 'is'].map((name) => valueAt(data, ['participants', index, name]))
    return { index, id, is, isSecond: String(is).startsWith(participantStates.second) }
  })
  const sound = given.filter(({ is }) => is === undefined).map(({ id }) => id)
  // A suspended participant needs a sound one beside it.
  if (given.length > 0 && sound.length === 0)
    return [{ path: ['participants'], at: 'key', says: 'name no sound client: give one without is', example: false }]
  const seen = new Set<unknown>()
  return given.flatMap(({ index, id, is, isSecond }): Problem[] => {
    const wrong = (name: string, says: string): Problem[] => [
      { path: ['participants', index, name], at: 'value', says, example: false },
    ]
    const isTwice = typeof id === 'string' && seen.has(id)
    seen.add(id)
    if (!isSecond) return isTwice ? wrong('partyId', `is ${JSON.stringify(id)}, which stands in the list already`) : []
    const own = `${participantStates.second}${String(id)}`
    if (is !== own) return wrong('is', `names another party than its partyId: say "${own}"`)
    return sound.includes(id)
      ? []
      : wrong('is', `is a second certificate, but no participant without is has the first one of ${String(id)}`)
  })
}

/** A participant whose own messages would not conform proves nothing about a target. */
export const checkIdentityFiles = (
  key: KeyObject,
  chain: readonly X509Certificate[],
  path: KeyPath,
  is: unknown,
): Problem[] => {
  const wrong = (name: 'key' | 'chain', says: string): Problem[] => [
    { path: [...path, name], at: 'value', says, example: false },
  ]
  if (key.asymmetricKeyType !== 'rsa')
    return wrong('key', `holds a key of kind ${key.asymmetricKeyType}, but client assertions are signed with RSA`)
  const at = chain.findIndex((certificate) => certificate.checkPrivateKey(key))
  if (at > 0) return wrong('chain', 'has its leaf not first: the order is leaf, intermediates, root')
  if (at < 0) return wrong('chain', 'begins with a certificate that does not belong to the private key beside it')
  const broken = chain.findIndex((certificate, index) => !isIssuedBy(certificate, chain[index + 1] ?? certificate))
  if (broken === chain.length - 1)
    return wrong('chain', 'has no root at its end: the order is leaf, intermediates, root')
  if (broken >= 0)
    return wrong(
      'chain',
      `has a gap: certificate ${broken + 1} is not issued by the next; the order is leaf, intermediates, root`,
    )
  const expired = chain.find(({ validTo }) => Date.parse(validTo) < Date.now())
  if (is === 'certificate expired')
    return chain[0] === expired ? [] : wrong('chain', 'begins with a certificate that has not expired')
  return expired ? wrong('chain', `holds a certificate that expired on ${expired.validTo}`) : []
}
