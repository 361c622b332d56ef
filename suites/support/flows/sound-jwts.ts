import type { JwtProblem } from '../../../harness/check/documents/signed-jwt.js'
import type { Coverage } from '../row.js'
import type { Fixtures } from '../test.js'

/** So many contradictions are shown; the first ones say what is wrong. */
const mostShown = 3

/**
 * A rule that JWTs of the target contradict nothing that signed ones have to keep.
 * @param coverage Of the check: where it names each requirement that is broken, the others are not counted as broken.
 */
export function ruleSoundJwt(
  judge: Fixtures['judge'],
  { requirements }: Pick<Coverage, 'requirements'>,
  says: string,
  problems: readonly JwtProblem[],
): void {
  const broken = problems.map(({ requirement }) => requirement)
  judge.rule(says, problems.length === 0, {
    expected: 'no contradiction',
    got:
      problems
        .slice(0, mostShown)
        .map((one) => one.says)
        .join('; ') || 'no contradiction',
    ...(broken.every((id) => requirements.some((own) => own === id)) && { breaks: broken }),
  })
}
