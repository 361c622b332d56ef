import type { CheerioAPI } from 'cheerio'
import type { HttpResponse } from '../../wire/types.js'

/** Elements that a browser shows without any style sheet, wherever they stand. */
const shown = new Set(
  (
    'html head title meta link base body main section article aside header footer nav div p span a h1 h2 h3 h4 h5 h6 hgroup address blockquote q ' +
    'pre code samp kbd var tt b i u s em strong small big mark del ins sub sup cite dfn abbr time data font center br hr wbr ul ol li dl dt dd ' +
    'figure figcaption img table caption thead tbody tfoot tr td th colgroup col form fieldset legend label input button output details summary ' +
    'dialog search bdi bdo strike nobr select option optgroup textarea'
  ).split(' '),
)
/** What hides an element, or may. */
const hiding =
  'link[rel*=stylesheet i], [style], [hidden], [popover], details:not([open]), details[name], dialog:not([open])'
/** By what a browser may keep a form to itself: a value that does not fit, or a box that has to be ticked. */
const checked =
  '[pattern], [minlength], [required][type=checkbox], [required][type=radio], select[required], [type=email], [type=url], [type=number]'
/** The encodings in which letters are what their bytes say to everybody. */
const plainCharset = /^["']?(utf-?8|us-ascii|iso-8859-\d+|windows-125\d)["']?$/i

/** Whether nothing of a page can hide from a browser what its HTML says, or keep its forms from being sent: it has no style at all, above all. */
export function isBare($: CheerioAPI, headers: HttpResponse['headers']): boolean {
  const all = $('html').find('*').toArray()
  return (
    all.every(({ tagName }) => shown.has(tagName)) &&
    $(hiding).length === 0 &&
    $(checked).length === 0 &&
    plainCharset.test($('meta[charset]').attr('charset')?.trim() ?? 'utf-8') &&
    isUnblocked(headers)
  )
}

/** Whether the headers of an answer leave the page and its forms alone. */
function isUnblocked(headers: HttpResponse['headers']): boolean {
  const said = (name: string): string => [headers[name] ?? ''].flat().join(', ')
  const charset = /charset=([^;,]+)/i.exec(said('content-type'))?.[1]?.trim()
  return (
    !/form-action(?! \*)|sandbox|upgrade-insecure-requests/i.test(said('content-security-policy')) &&
    !/stylesheet/i.test(said('link')) &&
    !/attachment/i.test(said('content-disposition')) &&
    said('clear-site-data') === '' &&
    plainCharset.test(charset ?? 'utf-8')
  )
}
