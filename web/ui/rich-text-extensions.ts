import { Placeholder } from '@tiptap/extensions'
import { InputRule, mergeAttributes, Node, PasteRule, type Extensions } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { normalizeLinkHref } from './rich-text-html.ts'

/** A word in the text that something else stands for later, stored as {{name}}. */
export type Token = { name: string; label: string }

/** A token as one piece, shown by its label: it is not taken apart by writing. */
export const tokenNode = (tokens: readonly Token[]) =>
  Node.create({
    name: 'token',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      name: {
        default: '',
        parseHTML: (element) => element.getAttribute('data-token'),
        renderHTML: ({ name }) => ({ 'data-token': String(name) }),
      },
    }),
    parseHTML: () => [{ tag: 'span[data-token]' }],
    renderHTML({ node, HTMLAttributes }) {
      const name = String(node.attrs['name'])
      const known = tokens.find((token) => token.name === name)
      const unknown = known ? {} : { 'data-unknown': '' }
      return ['span', mergeAttributes(HTMLAttributes, unknown), known?.label ?? `{{${name}}}`]
    },
    renderText: ({ node }) => `{{${String(node.attrs['name'])}}}`,
    // Written or pasted by its name, it becomes the chip.
    addInputRules() {
      return [
        new InputRule({
          find: /\{\{(\w+)\}\}$/,
          handler: ({ state, range, match }) => {
            state.tr.replaceWith(range.from, range.to, this.type.create({ name: match[1] }))
          },
        }),
      ]
    },
    addPasteRules() {
      return [
        new PasteRule({
          find: /\{\{(\w+)\}\}/g,
          handler: ({ state, range, match }) => {
            state.tr.replaceWith(range.from, range.to, this.type.create({ name: match[1] }))
          },
        }),
      ]
    },
  })

/** Exactly what is stored: paragraphs, two levels of headings, lists, emphasis, breaks, links and tokens. */
export const richTextExtensions = (placeholder: string, tokens: readonly Token[]): Extensions => [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    dropcursor: false,
    trailingNode: false,
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      autolink: false,
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (address) => normalizeLinkHref(address) === address,
    },
  }),
  Placeholder.configure({ placeholder }),
  tokenNode(tokens),
]
