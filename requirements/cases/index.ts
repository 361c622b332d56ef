import { algCases } from './alg.js'
import { audCases } from './aud.js'
import { brkCases } from './brk.js'
import { cliCases } from './cli.js'
import { clmCases } from './clm.js'
import { crtCases } from './crt.js'
import { dlgCases } from './dlg.js'
import { fwdCases } from './fwd.js'
import { hdrCases } from './hdr.js'
import { httpCases } from './http.js'
import { idnCases } from './idn.js'
import { jsnCases } from './jsn.js'
import { jwsCases } from './jws.js'
import { oidCases } from './oid.js'
import { posCases } from './pos.js'
import { prgCases } from './prg.js'
import { ptkCases } from './ptk.js'
import { regCases } from './reg.js'
import { rgtCases } from './rgt.js'
import { rplCases } from './rpl.js'
import { sigCases } from './sig.js'
import { svcCases } from './svc.js'
import { timCases } from './tim.js'
import { tokCases } from './tok.js'
import { vcCases } from './vc.js'
import { x5cCases } from './x5c.js'

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
