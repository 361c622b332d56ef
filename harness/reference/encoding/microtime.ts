/** The time as PHP's `microtime` spells it: the microseconds as a fraction of the second, then the seconds since epoch. */
export const microtime = (): string => {
  const millis = Date.now()
  const micros = (millis % 1000) * 1000 + Math.floor((performance.now() % 1) * 1000)
  return `0.${String(micros).padStart(6, '0')}00 ${Math.floor(millis / 1000)}`
}
