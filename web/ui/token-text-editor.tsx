import { CharacterCount } from '@tiptap/extensions'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { Menu } from './menu.tsx'
import { fillControl } from './plain/draft-fields.ts'
import './rich-text-editor.css'
import { tokenNode, type Token } from './rich-text-extensions.ts'
import { tokenTextHtml, tokenTextOf } from './token-text-html.ts'

export type TokenTextEditorProps = {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  tokens: readonly Token[]
  lengthMax: number
  /** One line, in which Enter does nothing. */
  isSingleLine?: boolean | undefined
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | undefined
}

const plainText = StarterKit.configure({
  ...{ blockquote: false, bold: false, bulletList: false, code: false, codeBlock: false, dropcursor: false },
  ...{ gapcursor: false, heading: false, horizontalRule: false, italic: false, link: false, listItem: false },
  ...{ listKeymap: false, orderedList: false, strike: false, trailingNode: false, underline: false },
})

/**
 * Plain text in which each token is a chip with its name. What is written stands in a hidden field as well, by which the
 * form around it keeps and restores it.
 */
export function TokenTextEditor(props: TokenTextEditorProps) {
  const { id, label, value, onChange, tokens, lengthMax, isSingleLine = false, lang, dir = 'ltr' } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const shown = useRef(value)
  const editor = useEditor({
    extensions: [plainText, CharacterCount.configure({ limit: lengthMax }), tokenNode(tokens)],
    content: tokenTextHtml(value),
    injectCSS: false,
    editorProps: {
      attributes: {
        ...{ id, role: 'textbox', 'aria-label': label, 'aria-multiline': String(!isSingleLine), dir },
        ...(lang === undefined ? {} : { lang }),
        class: `rich-text rich-text-editor px-3 py-2.5 [&>p]:my-0!${isSingleLine ? '' : ' min-h-40'}`,
      },
      handleDOMEvents: { keydown: (_, event) => event.key === 'Tab' },
      handleKeyDown: (_, event) => isSingleLine && event.key === 'Enter',
    },
    onUpdate: ({ editor: changed }) => {
      shown.current = tokenTextOf(changed.getJSON())
      if (field.current) fillControl(field.current, shown.current)
    },
  })
  useEffect(() => {
    if (value === shown.current) return
    shown.current = value
    editor.commands.setContent(tokenTextHtml(value), { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="overflow-hidden rounded-md border border-field bg-surface focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand">
      <div className="border-b border-line px-1.5 py-1">
        <Menu
          label={`Insert placeholder: ${label}`}
          trigger="Insert placeholder"
          align="start"
          className="min-h-8 px-2 py-1 text-small"
          items={tokens.map(({ name, label: named }) => ({
            label: named,
            onSelect: () => {
              editor.chain().insertContent({ type: 'token', attrs: { name } }).run()
              setTimeout(() => editor.commands.focus())
            },
          }))}
        />
      </div>
      <EditorContent editor={editor} className="grid text-control" />
      <textarea
        ref={field}
        hidden
        id={`${id}-stored`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
