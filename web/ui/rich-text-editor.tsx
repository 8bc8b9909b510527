import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import './rich-text-editor.css'
import { richTextExtensions, type Token } from './rich-text-extensions.ts'
import { tokensToElements, richTextHtml } from './rich-text-html.ts'
import { RichTextLinkDialog } from './rich-text-link-dialog.tsx'
import { cleanPaste, pastedTextToElement } from './rich-text-paste.ts'
import { replaceText, type TextReplacement } from './rich-text-replacement.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import { isShortcut, keyboardShortcuts } from './keyboard-shortcuts.ts'

export type RichTextEditorProps = {
  id: string
  /** What is written here. */
  label: string
  value: string
  onChange: (html: string) => void
  placeholder: string
  tokens: readonly Token[]
  /** What the menu of tokens is called. */
  tokensLabel: string
  /** How high the text is; and how high at least while it is enlarged, when it grows with what is written. */
  heightPx: number
  enlargedPxMin: number
  /** The language that is written, and its direction; without them, each paragraph runs as its first letter does. */
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | undefined
  /** Something has to be written. */
  required?: boolean | undefined
  /** Another number each time the caret is to be sent into the text; 0 leaves it where it is. */
  focusRequest?: number | undefined
  /** Words to be replaced, once for each object that is given. */
  replacement?: TextReplacement | null | undefined
}

/** Rich text as it is stored, written with a toolbar or with shortcuts. It emits only what somebody changed. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, tokens, tokensLabel, heightPx, enlargedPxMin } = props
  const [isLarge, setLarge] = useState(false)
  const [linking, setLinking] = useState(false)
  const editor = useRichText(props, () => setLinking(true))
  return (
    <div className="overflow-hidden rounded-md border border-field bg-surface focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand">
      <RichTextToolbar
        editor={editor}
        label={`Format of ${label}`}
        tokens={tokens}
        tokensLabel={tokensLabel}
        isLarge={isLarge}
        onResize={() => setLarge(!isLarge)}
        onLink={() => setLinking(true)}
      />
      <EditorContent
        editor={editor}
        className="grid overflow-y-auto text-control"
        style={isLarge ? { minHeight: enlargedPxMin } : { height: heightPx }}
      />
      {linking && (
        <RichTextLinkDialog
          address={linkHrefOf(editor)}
          onSet={(address) => {
            setLinking(false)
            setLink(editor, address)
          }}
          onClose={() => setLinking(false)}
        />
      )}
    </div>
  )
}

/** The editor itself: it takes in what is changed outside of it, and tells what is changed within. */
function useRichText(props: RichTextEditorProps, onLink: () => void): Editor {
  const { id, label, value, onChange, placeholder, tokens, focusRequest = 0, replacement } = props
  const { lang, dir = 'auto', required = true } = props
  const shown = useRef(value)
  const change = useRef(onChange)
  useEffect(() => void (change.current = onChange), [onChange])

  const editor = useEditor({
    extensions: richTextExtensions(placeholder, tokens),
    content: tokensToElements(value),
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-required': String(required),
        dir,
        ...(lang === undefined ? {} : { lang }),
        class: 'rich-text rich-text-editor min-h-full px-3 py-2.5',
      },
      transformPastedHTML: cleanPaste,
      handlePaste: (view, event) => {
        const copied = event.clipboardData
        const text = copied?.types.includes('text/html')
          ? null
          : pastedTextToElement(copied?.getData('text/plain') ?? '')
        if (text) view.pasteHTML(text.innerHTML)
        return text !== null
      },
      // Tab goes on to what comes next, in lists too: nobody is held in the text.
      handleDOMEvents: { keydown: (_, event) => event.key === 'Tab' },
      handleKeyDown: (_, event) => {
        if (!isShortcut(event, keyboardShortcuts.textLink)) return false
        event.preventDefault()
        onLink()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      shown.current = richTextHtml(changed.getJSON())
      change.current(shown.current)
    },
  })
  useEffect(() => {
    if (value === shown.current) return
    shown.current = value
    editor.commands.setContent(tokensToElements(value), { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    if (focusRequest > 0) editor.commands.focus('end')
  }, [editor, focusRequest])
  useEffect(() => {
    if (replacement) replaceText(editor, replacement)
  }, [editor, replacement])
  return editor
}

const linkHrefOf = (editor: Editor): string => String(editor.getAttributes('link')['href'] ?? '')

/** The selected words lead there; where none are selected, the address itself is written. */
function setLink(editor: Editor, address: string) {
  const steps = editor.chain()
  if (editor.state.selection.empty && !editor.isActive('link'))
    steps.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
  else steps.extendMarkRange('link').setLink({ href: address })
  steps.run()
  setTimeout(() => editor.commands.focus())
}
