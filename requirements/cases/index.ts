import { brkCases } from './brk.js'
import { cliCases } from './cli.js'
import { clmCases } from './clm.js'
import { dlgCases } from './dlg.js'
import { fwdCases } from './fwd.js'
import { oidCases } from './oid.js'
import { prgCases } from './prg.js'
import { ptkCases } from './ptk.js'
import { regCases } from './reg.js'
import { rgtCases } from './rgt.js'
import { svcCases } from './svc.js'
import { algCases } from './token-requests/alg.js'
import { audCases } from './token-requests/aud.js'
import { crtCases } from './token-requests/crt.js'
import { hdrCases } from './token-requests/hdr.js'
import { httpCases } from './token-requests/http.js'
import { idnCases } from './token-requests/idn.js'
import { jsnCases } from './token-requests/jsn.js'
import { jwsCases } from './token-requests/jws.js'
import { posCases } from './token-requests/pos.js'
import { rplCases } from './token-requests/rpl.js'
import { sigCases } from './token-requests/sig.js'
import { timCases } from './token-requests/tim.js'
import { tokCases } from './token-requests/tok.js'
import { x5cCases } from './token-requests/x5c.js'
import { vcCases } from './vc.js'

/** The catalogued cases, group by group. */
export const cases = [
  ...httpCases,
  ...jwsCases,
  ...algCases,
  ...sigCases,
  ...hdrCases,
  ...jsnCases,
  ...timCases,
  ...audCases,
  ...idnCases,
  ...rplCases,
  ...x5cCases,
  ...crtCases,
  ...regCases,
  ...ptkCases,
  ...rgtCases,
  ...prgCases,
  ...cliCases,
  ...fwdCases,
  ...dlgCases,
  ...tokCases,
  ...clmCases,
  ...vcCases,
  ...oidCases,
  ...posCases,
  ...svcCases,
  ...brkCases,
] as const

/** Id of a catalogued case: `<GROUP>-<number>`. */
export type CaseId = (typeof cases)[number]['id']
