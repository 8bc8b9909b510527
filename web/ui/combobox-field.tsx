import { Combobox as Base } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import { useOptions } from './combobox-options.ts'
import type { ComboboxProps } from './combobox.tsx'
import { Field } from './plain/field.tsx'
import { SpinnerIcon } from './plain/spinner.tsx'
import { popupClass, popupItemClass } from './popup.ts'

/** What was done in the field before its list could be shown. */
export type BegunTyping = {
  /** Null where nothing was typed. */
  typed: string | null
  isFocused: boolean
  isOpened: boolean
}

type StatusProps = {
  state: 'loading' | 'ready' | 'failed'
  count: number
  empty: string
  onRetry: () => void
}

function Status({ state, count, empty, onRetry }: StatusProps) {
  const line = 'flex items-center gap-2.5 px-4 py-3 text-muted'
  return (
    <Base.Status>
      {state === 'loading' && count === 0 && (
        <div className={line}>
          <SpinnerIcon className="size-4 text-brand" />
          Searching…
        </div>
      )}
      {state === 'ready' && count === 0 && <div className={line}>{empty}</div>}
      {state === 'failed' && (
        <div className={clsx(line, 'justify-between')}>
          <span>Search failed. Press Enter to try again.</span>
          <button
            type="button"
            tabIndex={-1}
            onClick={onRetry}
            className="btn btn-link min-h-0 shrink-0 py-0"
          >
            Try again
          </button>
        </div>
      )}
    </Base.Status>
  )
}

/** The field with its list, which goes on where somebody began. */
export function ComboboxField<Item>({
  begun,
  value,
  onChange,
  load,
  itemKey,
  itemLabel,
  renderItem = itemLabel,
  placeholder,
  empty = 'Nothing found',
  disabled,
  ...text
}: ComboboxProps<Item> & { begun: BegunTyping }) {
  const options = useOptions(load)
  const input = useRef<HTMLInputElement>(null)
  const goOn = useEffectEvent(() => {
    if (begun.isFocused) input.current?.focus()
    if (begun.typed !== null) void options.type(begun.typed.trim())
    else if (begun.isOpened) void options.open()
  })
  useEffect(() => goOn(), [])
  function retryOnEnter(event: KeyboardEvent & { preventBaseUIHandler: () => void }) {
    if (event.key !== 'Enter' || options.state !== 'failed') return
    event.preventDefault()
    event.preventBaseUIHandler()
    void options.retry()
  }
  return (
    <Field {...text}>
      {(control) => (
        <Base.Root<Item>
          items={options.items}
          filter={null}
          value={value}
          disabled={disabled ?? false}
          autoHighlight
          defaultOpen={begun.isOpened || begun.typed !== null}
          {...(begun.typed !== null && { defaultInputValue: begun.typed })}
          itemToStringLabel={itemLabel}
          isItemEqualToValue={(item, chosen) => itemKey(item) === itemKey(chosen)}
          onValueChange={onChange}
          onOpenChange={(open, { reason }) => open && reason !== 'input-change' && void options.open()}
          onInputValueChange={(typed, { reason }) =>
            reason === 'input-change' && void options.type(typed.trim())
          }
        >
          <Base.InputGroup className="relative">
            <Base.Input
              {...control}
              ref={input}
              aria-labelledby={`${control.id}-label`}
              dir="auto"
              placeholder={placeholder}
              onKeyDown={retryOnEnter}
              className="field pe-10"
            />
            <Base.Trigger
              aria-label="Show the list"
              className="absolute inset-y-1 end-1 grid w-8 place-items-center rounded-sm text-muted hover:text-ink"
            >
              <ChevronsUpDown className="size-4" aria-hidden />
            </Base.Trigger>
          </Base.InputGroup>
          <Base.Portal>
            <Base.Positioner sideOffset={4} className="z-50">
              <Base.Popup
                aria-busy={options.state === 'loading'}
                className={clsx(popupClass, 'w-(--anchor-width) max-w-[calc(100vw-2rem)]')}
              >
                <Status
                  state={options.state}
                  count={options.items.length}
                  empty={empty}
                  onRetry={() => void options.retry()}
                />
                <Base.List className="max-h-[min(22rem,var(--available-height))] overflow-y-auto overscroll-contain not-data-empty:p-1">
                  {(item: Item) => (
                    <Base.Item
                      key={itemKey(item)}
                      value={item}
                      className={clsx(popupItemClass, 'justify-between')}
                    >
                      <span dir="auto" className="min-w-0">
                        {renderItem(item)}
                      </span>
                      <Base.ItemIndicator>
                        <Check className="size-4 text-brand" aria-hidden />
                      </Base.ItemIndicator>
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}
