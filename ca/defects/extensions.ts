import { generalName, nameConstraints, subjectAltName, unknownCritical } from '../encoding/extensions.js'
import { distinguishedName } from '../encoding/names.js'
import type { Kind } from '../kind.js'
import { having, twice } from '../turns.js'

/** Extensions of leaf and issuers. */
export const extensions = [
  {
    name: 'unknown-critical-extension',
    cases: ['CRT-14'],
    title: 'whose certificate has an unknown critical extension',
    openssl: { refuses: 'unhandled critical extension' },
    leaf: having(unknownCritical),
  },
  {
    name: 'unknown-critical-extension-intermediate',
    cases: ['CRT-14'],
    title: 'whose intermediate has an unknown critical extension',
    openssl: { refuses: 'unhandled critical extension' },
    under: 'root-a',
    through: [{ turn: having(unknownCritical) }],
  },
  {
    name: 'name-constraint-permitted',
    cases: ['CRT-15'],
    title: 'whose name is outside the only subtree that its intermediate may certify',
    openssl: { refuses: 'permitted subtree violation' },
    under: 'root-a',
    through: [
      { turn: having(nameConstraints('permitted', generalName.directory(distinguishedName({ countryName: 'DE' })))) },
    ],
  },
  {
    name: 'name-constraint-excluded',
    cases: ['CRT-15'],
    title: 'whose name is in a subtree that its intermediate may not certify',
    openssl: { refuses: 'excluded subtree violation' },
    under: 'root-a',
    through: [
      { turn: having(nameConstraints('excluded', generalName.directory(distinguishedName({ countryName: 'NL' })))) },
    ],
  },
  {
    name: 'name-constraint-dns',
    cases: ['CRT-15'],
    title: 'whose DNS name is in a domain that its intermediate may not certify',
    openssl: { refuses: 'excluded subtree violation' },
    under: 'root-a',
    through: [{ turn: having(nameConstraints('excluded', generalName.dns('example'))) }],
    leaf: having(subjectAltName(generalName.dns('participant.example'))),
  },
  {
    name: 'duplicate-extension',
    cases: ['CRT-19'],
    title: 'whose certificate carries its key usage twice',
    openssl: { refuses: 'unable to get local issuer certificate' },
    leaf: twice('keyUsage'),
  },
] as const satisfies readonly Kind[]
