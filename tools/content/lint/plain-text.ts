const blockEnd = /<\/(?:p|li|h3)>|<br\s*\/?>/gi

/** The words of HTML, one line for each paragraph, heading and point of a list. */
export function plainText(html: string): string {
  return html
    .replace(/\s*\n\s*/g, ' ')
    .replace(blockEnd, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/ *\n */g, '\n')
    .trim()
}

/** Distinct placeholder names without braces, in order of first use. */
export function placeholderNames(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map((match) => match[1] ?? ''))]
}

/** Sentences for measuring: a placeholder counts as one short word, a colon and each line end a sentence. */
export function sentences(text: string): string[] {
  return text
    .replace(/\{\{[^{}]*\}\}/g, 'word')
    .split(/\n|(?<=[.!?:])["')]?\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z0-9]/i.test(sentence))
}

export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[a-z0-9]/i.test(word))
}

/** The points of all lists, as HTML. */
export function listItems(html: string): string[] {
  return [...html.matchAll(/<li>([\s\S]*?)<\/li>/g)].map((match) => match[1] ?? '')
}

/** What each h3 heading stands over, as HTML, in order. */
export function headedParts(html: string): { heading: string; html: string }[] {
  return html
    .split('<h3>')
    .slice(1)
    .map((part) => {
      const [heading = '', ...rest] = part.split('</h3>')
      return { heading: plainText(heading), html: rest.join('') }
    })
}
