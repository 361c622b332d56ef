import { tokenBeginning } from '../../contracts/lab-protocol.js'
import { sha256 } from '../../wire/decode.js'
import { tokensLike } from '../../wire/token-like.js'
import type { Exchange } from '../../wire/types.js'

/** Characters of an answer that are searched: what a target sends may be of any length. */
const searched = 65_536
/** Texts of an answer that are kept: a certificate has dozens that are none. */
const most = 50

/** Digests of what in an answer may be a token, or a JWT as a whole: as `LedgerEntry.issued` and `LedgerJwt.whole` have them. */
export const shownIn = ({ response }: Exchange): readonly string[] =>
  response === undefined
    ? []
    : [response.body ?? '', ...Object.values(response.headers).flat()]
        .flatMap((text) => tokensLike(text?.slice(0, searched) ?? ''))
        .slice(0, most)
        .flatMap((text) => [...new Set([sha256(tokenBeginning(text)), sha256(text)])])
