/**
 * The time zone in which commands of a target file run: hours and a half away from UTC, in summer and in winter. In UTC,
 * as machines of CI have it, local time that is taken for UTC is right by chance (L23, L258). A name that old lists of
 * zones have, too.
 */
export const timeZone = 'Australia/Adelaide'
