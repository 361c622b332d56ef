import type { Dimension, Guise, GuiseValue } from './types.js'

/** Which dimensions concern the answers that give an access token alone. */
export const isOfTokenAnswers = ({ dimension }: Pick<GuiseValue, 'dimension'>): boolean =>
  dimension === 'access-token' || dimension === 'token-answer'

/** Which concern what the lab says of a human who logs in alone. */
export const isOfIdToken = ({ dimension }: Pick<GuiseValue, 'dimension'>): boolean => dimension === 'id-token'

const ofSigned: readonly Dimension[] = ['answer', 'answer-order', 'answer-age', 'answer-certificate']

/** Which concern what the lab signs alone. */
export const isOfSignedAnswers = ({ dimension }: Pick<GuiseValue, 'dimension'>): boolean => ofSigned.includes(dimension)

/** Whether it concerns the certificates of the Participant Registry, and of nobody else who signs. */
export const isOfRegistryAlone = ({ name }: Pick<GuiseValue, 'name'>): boolean =>
  name === 'answer-certificate=another each time'

/** Which concern what is said about the consumer of a service alone, now or before. */
export const isOfEvidence = ({ dimension, servedBefore }: Pick<GuiseValue, 'dimension' | 'servedBefore'>): boolean =>
  dimension === 'evidence' || servedBefore === true

/** Which concern what is asked for in a request for evidence alone. */
export const isOfQuestion = ({ dimension }: Pick<GuiseValue, 'dimension'>): boolean => dimension === 'question'

/** Which concern a request that carries an access token alone. */
export const isOfCall = ({ dimension }: Pick<GuiseValue, 'dimension'>): boolean => dimension === 'call'

/** Whether a client keeps its access token from one request to the next. */
export const keepsToken = (guise: Pick<Guise, 'values'> | undefined): boolean =>
  guise?.values.some((value) => value.keepsToken) === true

/** Which concern the consumer whose JWT is forwarded alone. */
export const isOfConsumer = ({ dimension }: Pick<GuiseValue, 'dimension'>): boolean => dimension === 'consumer'

const ofLogins: readonly Dimension[] = ['login-request', 'login-scope', 'login-provider']

/** Which concern the login of a relying party's human alone. */
export const isOfLoginRequest = ({ dimension }: Pick<GuiseValue, 'dimension'>): boolean => ofLogins.includes(dimension)

/** Dimensions of a JWT that a party of the kit can have made. */
const ofJwt: readonly Dimension[] = ['alg', 'header', 'payload', 'claims', 'jti', 'aud', 'age']

/** Which concern a request for evidence, with the JWT that is forwarded in it. */
export const isOfRequestForEvidence = (value: Pick<GuiseValue, 'dimension'>): boolean =>
  isOfQuestion(value) || isOfConsumer(value) || ofJwt.includes(value.dimension)
