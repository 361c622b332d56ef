import type { Judge, Message } from '../../harness/check/types.js'
import type { SourceRow } from './revocation.cases.js'

/** What a certificate of a row names as its only source. */
export const words = {
  crl: 'for the list that the certificate names',
  ocsp: 'the responder that the certificate names',
}

/** Some ask one kind of source only, and refuse where a certificate does not name it: of the other one nothing can be seen. */
export const ruleOutUnlessTaken = async (
  judge: Judge,
  message: Message,
  { sound }: Pick<SourceRow, 'sound'>,
): Promise<void> => {
  await judge.applies(
    message,
    `certificate of kind ${sound}`,
    'The target takes no certificate that names nothing but this source.',
  )
}
