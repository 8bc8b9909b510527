import { pastedHtml } from './rich-text-html.ts'

const emphasis: readonly [RegExp, string][] = [
  [/font-weight:\s*(?:bold|[6-9]00)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[^;]*:[^;]*underline/i, 'u'],
]

const styled = 'b, strong, span, p, li'

/**
 * Pasted text, with the emphasis that word processors write as styles turned into elements: the page's content policy
 * lets no style act, so the editor itself would not see them.
 */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll(styled)) {
    const style = element.getAttribute('style') ?? ''
    if (element.matches('b, strong') && /font-weight:\s*(?:normal|400)/i.test(style)) {
      element.replaceWith(...element.childNodes)
      continue
    }
    for (const [sign, name] of emphasis) {
      if (!sign.test(style)) continue
      const wrapper = page.createElement(name)
      wrapper.append(...element.childNodes)
      element.append(wrapper)
    }
  }
  for (const element of page.querySelectorAll('[style]')) element.removeAttribute('style')
  return pastedHtml(page.body.innerHTML)
}
