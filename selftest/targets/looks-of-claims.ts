import { type Look, plain } from './look.js'

/** What claims may name at a registry whose tables were filled beforehand; others are no row there. */
export const knownToAcme = {
  frameworkId: 'urn:acme:framework',
  dataspaceId: 'urn:acme:dataspace',
  authRegistryId: 'did:example:acme-registry',
  roleId: 'Consumer',
  accessionAgreement: { agreementId: 'A-1' },
  termsOfUse: { agreementId: 'T-1' },
}

const { accessionAgreement, termsOfUse, ...others } = knownToAcme
const rows: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(others).map(([name, id]) => [name, [id]])),
  agreementId: [accessionAgreement.agreementId, termsOfUse.agreementId],
}

const isKnown = ([name, value]: [string, unknown]): boolean =>
  typeof value !== 'string' || (rows[name]?.includes(value) ?? true)

/** Refuses claims with a foreign key that it does not have. */
export const knowingItsFrameworks: Look = {
  instead: ({ method, url }, body) => {
    if (method !== 'POST' || url !== '/claims') return undefined
    const { claims } = JSON.parse(body.toString()) as { readonly claims: unknown }
    const all = Array.isArray(claims) ? claims : []
    const unknown = all.flatMap((claim) => Object.entries(claim ?? {})).find((member) => !isKnown(member))
    return unknown && plain(422, JSON.stringify({ error: `there is no ${unknown[0]} ${unknown[1]}` }))
  },
}
