import type { Editor } from '@tiptap/react'

/** What is put in the place of some words, or of a token; nothing takes them out. A new object each time it is asked for. */
export type TextReplacement = {
  /** Finds the words, all of them. */
  pattern: RegExp
  /** Which of the places, counted from 0. */
  nth: number
  put: string
}

type Range = { from: number; to: number }

const tokenPattern = /^\{\{(\w+)\}\}$/
/** Stands for whatever is no text, so that places in the text are places in the document. */
const leafText = '\ufffc'

/** Where the words stand in the document, in their order. */
function placesOf({ state: { doc } }: Editor, pattern: RegExp): Range[] {
  const places: Range[] = []
  doc.descendants((node, position) => {
    if (node.type.name === 'token' && `{{${String(node.attrs['name'])}}}`.match(pattern))
      places.push({ from: position, to: position + node.nodeSize })
    if (!node.isTextblock) return true
    const text = node.textBetween(0, node.content.size, undefined, leafText)
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const from = position + 1 + index
      places.push({ from, to: from + found.length })
    }
    return true
  })
  return places
}

/** Words that are taken out take the space after them along. */
function withSpaceAfter({ state: { doc } }: Editor, { from, to }: Range): Range {
  const end = Math.min(to + 1, doc.content.size)
  return { from, to: doc.textBetween(to, end, undefined, leafText) === ' ' ? end : to }
}

/** Replaces the words as one step that can be undone, and leaves them selected; nothing where they are no longer there. */
export function replaceText(editor: Editor, { pattern, nth, put }: TextReplacement): void {
  const place = placesOf(editor, pattern)[nth]
  if (!place) return
  const { from, to } = put === '' ? withSpaceAfter(editor, place) : place
  const name = tokenPattern.exec(put)?.[1]
  editor
    .chain()
    .command(({ tr, state: { schema } }) => {
      const token = name === undefined ? undefined : schema.nodes['token']?.create({ name })
      if (token) tr.replaceWith(from, to, token)
      else tr.insertText(put, from, to)
      return true
    })
    .setTextSelection({ from, to: from + (name === undefined ? put.length : 1) })
    .focus()
    .scrollIntoView()
    .run()
}
