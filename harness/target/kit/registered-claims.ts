import type { JsonObject } from '../../contracts/json.js'

/** Claims that a ParticipantRegistry is asked to register for one fixture party (L103–117): two roles that name themselves as the text does. */
export const registeredClaims = (registrarId: string): readonly JsonObject[] =>
  ['ServiceConsumer', 'EntitledParty'].map((roleId, index) => ({
    id: `5d0c8a3e-6f0b-4c1f-9a53-0f5e7c1b2d0${index}`,
    status: 'active',
    registrarId,
    type: 'frameworkRole',
    roleId,
    loa: 'substantial',
    compliancyVerified: 'yes',
    legalAdherence: 'yes',
    frameworkId: 'urn:example:framework',
  }))
