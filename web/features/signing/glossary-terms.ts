import { piecesOfHtml } from './html-pieces.ts'

export type Term = { term: string; also: readonly string[]; meaning: string }
export type Glossary = { terms: readonly Term[]; pattern: RegExp; indexByForm: ReadonlyMap<string, number> }

const escaped = (form: string) => form.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A glossary made ready to be looked for: the longest form first, and none within another word. */
export function createGlossary(terms: readonly Term[]): Glossary {
  const forms = terms.flatMap(({ term, also }, place) => [term, ...also].map((form) => ({ form, place })))
  const longestFirst = forms.toSorted((one, other) => other.form.length - one.form.length)
  const any = longestFirst.map(({ form }) => escaped(form)).join('|')
  return {
    terms,
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${any})(?![\p{L}\p{N}-])`, 'giu'),
    indexByForm: new Map(longestFirst.map(({ form, place }) => [form.toLowerCase(), place])),
  }
}

/** Where words are not made into buttons: in what can be pressed already, and in headings. */
const skippedTags = new Set(['a', 'button', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary'])

/**
 * Cleaned wording whose dental words can be pressed, each the first time it comes. Not a letter of it is another: what was
 * frozen and signed is the wording without them. Browsers break a line on either side of a real button, also before the
 * comma or the bracket that belongs to it.
 */
export function addTermButtons(html: string, { pattern, indexByForm }: Glossary): string {
  const known = new Set<number>()
  let inside = 0
  return piecesOfHtml(html)
    .map((piece) => {
      if (piece.kind === 'tag') {
        if (skippedTags.has(piece.name)) inside += piece.isClosing ? -1 : 1
        return piece.text
      }
      if (inside > 0) return piece.text
      return piece.text.replaceAll(pattern, (form) => {
        const place = indexByForm.get(form.toLowerCase())
        if (place === undefined || known.has(place)) return form
        known.add(place)
        return `<span role="button" tabindex="0" class="term" data-term="${place}" aria-expanded="false">${form}</span>`
      })
    })
    .join('')
}
