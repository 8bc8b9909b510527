import { useEditorState, type Editor } from '@tiptap/react'
import { clsx } from 'clsx'
import {
  Bold,
  Braces,
  Heading1,
  Heading2,
  Italic,
  Link2,
  List,
  ListOrdered,
  Maximize2,
  Minimize2,
  Redo2,
  Underline,
  Undo2,
  Unlink,
} from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import { Menu } from './menu.tsx'
import type { Icon } from './plain/icon.ts'
import type { Token } from './rich-text-extensions.ts'
import { Tooltip } from './tooltip.tsx'

type Tool = {
  label: string
  icon: Icon
  run: (editor: Editor) => void
  /** Of tools that are on or off where the caret stands. */
  isActive?: (editor: Editor) => boolean
  canRun?: (editor: Editor) => boolean
}

const focusedChain = (editor: Editor) => editor.chain().focus()

const groups: readonly (readonly Tool[])[] = [
  [
    {
      label: 'Bold',
      icon: Bold,
      run: (editor) => focusedChain(editor).toggleBold().run(),
      isActive: (editor) => editor.isActive('bold'),
    },
    {
      label: 'Italic',
      icon: Italic,
      run: (editor) => focusedChain(editor).toggleItalic().run(),
      isActive: (editor) => editor.isActive('italic'),
    },
    {
      label: 'Underline',
      icon: Underline,
      run: (editor) => focusedChain(editor).toggleUnderline().run(),
      isActive: (editor) => editor.isActive('underline'),
    },
  ],
  [
    {
      label: 'Heading',
      icon: Heading1,
      run: (editor) => focusedChain(editor).toggleHeading({ level: 3 }).run(),
      isActive: (editor) => editor.isActive('heading', { level: 3 }),
    },
    {
      label: 'Smaller heading',
      icon: Heading2,
      run: (editor) => focusedChain(editor).toggleHeading({ level: 4 }).run(),
      isActive: (editor) => editor.isActive('heading', { level: 4 }),
    },
    {
      label: 'Bulleted list',
      icon: List,
      run: (editor) => focusedChain(editor).toggleBulletList().run(),
      isActive: (editor) => editor.isActive('bulletList'),
    },
    {
      label: 'Numbered list',
      icon: ListOrdered,
      run: (editor) => focusedChain(editor).toggleOrderedList().run(),
      isActive: (editor) => editor.isActive('orderedList'),
    },
  ],
]

const removeLink: Tool = {
  label: 'Remove link',
  icon: Unlink,
  run: (editor) => focusedChain(editor).extendMarkRange('link').unsetLink().run(),
  canRun: (editor) => editor.isActive('link'),
}

const history: readonly Tool[] = [
  {
    label: 'Undo',
    icon: Undo2,
    run: (editor) => focusedChain(editor).undo().run(),
    canRun: (editor) => editor.can().undo(),
  },
  {
    label: 'Redo',
    icon: Redo2,
    run: (editor) => focusedChain(editor).redo().run(),
    canRun: (editor) => editor.can().redo(),
  },
]

type ToolbarProps = {
  editor: Editor
  /** Of whom the toolbar is, for screen readers. */
  label: string
  tokens: readonly Token[]
  tokensLabel: string
  isLarge: boolean
  onResize: () => void
  onLink: () => void
}

/** One stop of the Tab key; the arrow keys go from tool to tool. */
export function RichTextToolbar(props: ToolbarProps) {
  const { editor, label, tokens, tokensLabel, isLarge, onResize, onLink } = props
  const bar = useRef<HTMLDivElement>(null)
  useRovingTabIndex(bar)
  // Again after each change of the text or of where the caret stands: what is on, and what can be done.
  useEditorState({ editor, selector: ({ transactionNumber }) => transactionNumber })
  const button = (tool: Tool) => <ToolButton key={tool.label} tool={tool} editor={editor} />
  const link: Tool = { label: 'Link', icon: Link2, run: onLink, isActive: (of) => of.isActive('link') }
  const resize: Tool = {
    label: isLarge ? 'Smaller field' : 'Larger field',
    icon: isLarge ? Minimize2 : Maximize2,
    run: onResize,
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, bar.current)}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-1.5 py-1"
    >
      {groups.map((tools, index) => (
        <span key={index} className="flex">
          {tools.map(button)}
        </span>
      ))}
      <span className="flex">
        {button(link)}
        {button(removeLink)}
      </span>
      <span className="flex">
        {history.map(button)}
        {button(resize)}
      </span>
      {tokens.length > 0 && (
        <Menu
          label={tokensLabel}
          trigger={
            <span className="flex items-center gap-1.5">
              <Braces className="size-4 text-muted" aria-hidden />
              {tokensLabel}
            </span>
          }
          align="start"
          className="min-h-8 px-2 py-1 text-small"
          items={tokens.map(({ name, label: named }) => ({
            label: named,
            onSelect: () => insertToken(editor, name),
          }))}
        />
      )}
    </div>
  )
}

/** The menu gives the focus back to its button as it closes; the writing goes on after that. */
function insertToken(editor: Editor, name: string) {
  editor.chain().insertContent({ type: 'token', attrs: { name } }).run()
  setTimeout(() => editor.commands.focus())
}

function ToolButton({ tool, editor }: { tool: Tool; editor: Editor }) {
  const { label, icon: Picture, run, isActive, canRun } = tool
  const on = isActive?.(editor)
  const idle = canRun?.(editor) === false
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={on}
        aria-disabled={idle || undefined}
        // The text keeps its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !idle && run(editor)}
        className={clsx(
          iconButtonClass('small'),
          'aria-disabled:opacity-40 aria-pressed:bg-brand-soft aria-pressed:text-brand-strong',
        )}
      >
        <Picture className="size-4" aria-hidden />
      </button>
    </Tooltip>
  )
}

const buttonsOf = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLElement>('button')]

/** Only the tool used last takes part in the order of the Tab key. */
function useRovingTabIndex(bar: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    if (!bar.current) return
    const buttons = buttonsOf(bar.current)
    const current = buttons.find((button) => button.dataset['current'] !== undefined) ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === current ? 0 : -1
  })
}

function moveFocus(event: KeyboardEvent, bar: HTMLElement | null) {
  if (!bar) return
  const buttons = buttonsOf(bar)
  const at = buttons.findIndex((button) => button === event.target)
  if (at < 0) return
  const forth = getComputedStyle(bar).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = forth === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
  const to = { [forth]: at + 1, [back]: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  const next = buttons.at(to % buttons.length)
  for (const button of buttons) {
    button.tabIndex = button === next ? 0 : -1
    if (button === next) button.dataset['current'] = ''
    else delete button.dataset['current']
  }
  next?.focus()
}
