const blockEnd = /<\/(?:p|li|h[1-6])>|<br ?\/?>/gi

/** A mark of what not everybody reads: no word of the text, and nothing to fill in. */
const conditionDirectivePattern = /\{\{only[A-Z]\w*\}\}\s*/g
/** Whether what stands in braces says who reads on, and is no placeholder. */
export const isConditionName = (name: string): boolean => /^only[A-Z]\w*$/.test(name)

/** The words of HTML, one line for each paragraph, heading and point of a list. */
export function plainText(html: string): string {
  return html
    .replace(conditionDirectivePattern, '')
    .replace(/\s+|&nbsp;/g, ' ')
    .replace(blockEnd, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/ +/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}

/** Distinct placeholder names without braces, in order of first use. */
export function placeholderNames(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map((match) => match[1] ?? ''))]
}

/** Sentences as they are written: a colon and each line end a sentence. */
export function splitSentences(text: string): string[] {
  return text
    .split(/\n|(?<=[.!?:])["')]?\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z0-9]/i.test(sentence))
}

/** Sentences for measuring: a placeholder counts as one short word. */
export const sentencesToMeasure = (text: string): string[] => splitSentences(text).map(withoutPlaceholders)

/** A placeholder's name is not read by patients, so no check of words may read it. */
export const withoutPlaceholders = (text: string): string => text.replace(/\{\{[^{}]*\}\}/g, 'word')

export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[a-z0-9]/i.test(word))
}

/** The points of all lists, as HTML. */
export function listItems(html: string): string[] {
  return [...html.matchAll(/<li>([\s\S]*?)<\/li>/g)].map((match) => match[1] ?? '')
}

/** What each h3 heading stands over, as HTML, in order. */
export function partsByHeading(html: string): { heading: string; html: string }[] {
  return html
    .split('<h3>')
    .slice(1)
    .map((part) => {
      const [heading = '', ...rest] = part.split('</h3>')
      return { heading: plainText(heading), html: rest.join('') }
    })
}
