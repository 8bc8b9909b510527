/** A piece of cleaned HTML: a tag as it is written, or text between tags with its entities. */
export type HtmlPiece =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; text: string; name: string; isClosing: boolean; isVoid: boolean }

const pieces = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>|[^<]+|</gi

/** Cleaned wording in its tags and texts, which put together again are the same. */
export const piecesOfHtml = (html: string): HtmlPiece[] =>
  [...html.matchAll(pieces)].map(([text, closing, name]) =>
    name === undefined
      ? { kind: 'text', text }
      : {
          ...{ kind: 'tag', text, name: name.toLowerCase() },
          ...{ isClosing: closing === '/', isVoid: /^(?:br|img|hr)$/i.test(name) },
        },
  )
