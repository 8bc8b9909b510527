import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import { isShortcut, type Shortcut } from './keyboard-shortcuts.ts'
import type { Icon } from './plain/icon.ts'
import { SpinnerIcon } from './plain/spinner.tsx'
import { backdropClass, popupClass, popupItemClass } from './popup.ts'

export type PaletteItem = {
  id: string
  label: string
  /** Tells apart what has the same label. */
  detail?: string | undefined
  icon: Icon
}
export type PaletteGroup<Item> = { value: string; items: readonly Item[] }

type CommandPaletteProps<Item> = {
  onClose: () => void
  /** Names the dialog and its field. */
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  groups: readonly PaletteGroup<Item>[]
  onChoose: (item: Item) => void
  busy: boolean
  /** Said beside the list: how much was found, or that nothing was. */
  status: string
  /** Closes it again. */
  shortcut: Shortcut
  footer: ReactNode
}

/** A search over the page whose answers are acted on at once: typed, walked with the arrow keys, chosen with Enter. */
export function CommandPalette<Item extends PaletteItem>(props: CommandPaletteProps<Item>) {
  const { onClose, label, shortcut, ...palette } = props
  function closeByKey(event: KeyboardEvent) {
    if (!isShortcut(event, shortcut)) return
    event.preventDefault()
    onClose()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-4 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label={label}
            onKeyDown={closeByKey}
            className={clsx(
              popupClass,
              'flex max-h-full w-full max-w-xl flex-col rounded-xl sm:max-h-[70vh]',
            )}
          >
            <PaletteContent label={label} {...palette} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type PaletteContentProps<Item> = Omit<CommandPaletteProps<Item>, 'onClose' | 'shortcut'>

function PaletteContent<Item extends PaletteItem>(props: PaletteContentProps<Item>) {
  const { label, placeholder, text, onText, groups, onChoose, busy, status, footer } = props
  return (
    <Base.Root
      items={groups}
      mode="none"
      open
      inline
      autoHighlight="always"
      keepHighlight
      value={text}
      itemToStringValue={(item: Item) => item.label}
      onValueChange={(typed, { reason }) =>
        (reason === 'input-change' || reason === 'input-clear') && onText(typed)
      }
    >
      <div className="flex items-center gap-3 border-b border-line ps-4 pe-2">
        <Search className="size-4.5 shrink-0 text-muted" aria-hidden />
        <Base.Input
          aria-label={label}
          placeholder={placeholder}
          dir="auto"
          enterKeyHint="go"
          className="min-h-13 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
        />
        {busy && <SpinnerIcon className="size-4 text-brand" />}
        <Dialog.Close aria-label="Close" className={iconButtonClass()}>
          <X className="size-4.5" aria-hidden />
        </Dialog.Close>
      </div>
      <Base.Status className="px-4 pt-2.5 text-small text-muted empty:hidden">{status}</Base.Status>
      <Base.List
        aria-label={label}
        aria-busy={busy}
        className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2"
      >
        {({ value, items }: PaletteGroup<Item>) => (
          <Base.Group key={value} items={items} className="not-first:mt-2">
            <Base.GroupLabel className="px-3 pt-1.5 pb-1 text-xs font-medium text-muted">
              {value}
            </Base.GroupLabel>
            <Base.Collection>
              {(item: Item) => (
                <Base.Item
                  key={item.id}
                  value={item}
                  onClick={() => onChoose(item)}
                  className={popupItemClass}
                >
                  <PaletteItemContent {...item} />
                </Base.Item>
              )}
            </Base.Collection>
          </Base.Group>
        )}
      </Base.List>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-muted">
        {footer}
      </div>
    </Base.Root>
  )
}

const PaletteItemContent = ({ icon: Picture, label, detail }: PaletteItem) => (
  <>
    <Picture className="size-4.5 shrink-0 text-muted" aria-hidden />
    <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
      <span dir="auto" className="block min-w-0 flex-1 wrap-anywhere">
        {label}
      </span>
      {detail && (
        <span dir="auto" className="block text-small text-muted wrap-anywhere">
          {detail}
        </span>
      )}
    </span>
  </>
)
