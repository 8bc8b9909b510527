import { Select as Base } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Field } from './plain/field.tsx'
import type { FieldText } from './plain/field.tsx'
import type { SelectOption } from './plain/select-field.tsx'
import { popupClass, popupItemClass } from './popup.ts'

type SelectProps = FieldText & {
  options: readonly SelectOption[]
  name?: string | undefined
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
  disabled?: boolean | undefined
}

function Options({ options }: { options: readonly SelectOption[] }): ReactNode {
  return options.map((option) => (
    <Base.Item
      key={option.value}
      value={option.value}
      disabled={option.disabled ?? false}
      className={clsx(popupItemClass, 'justify-between gap-6')}
    >
      <Base.ItemText>{option.label}</Base.ItemText>
      <Base.ItemIndicator>
        <Check className="size-4 text-brand" aria-hidden />
      </Base.ItemIndicator>
    </Base.Item>
  ))
}

const triggerClass = 'field flex items-center justify-between gap-3 text-start font-medium'

/** A choice from a list that looks like the rest of the page: for filters. Forms have `SelectField`. */
export function Select({ options, name, value, defaultValue, onChange, disabled, ...text }: SelectProps) {
  const chosen = value === undefined ? { defaultValue: defaultValue ?? options[0]?.value ?? null } : { value }
  return (
    <Field {...text}>
      {(control) => (
        <Base.Root
          {...chosen}
          {...(name === undefined ? {} : { name })}
          items={options}
          modal={false}
          disabled={disabled ?? false}
          onValueChange={(next) => onChange?.(next ?? '')}
        >
          <Base.Trigger {...control} className={clsx(triggerClass, text.hideLabel && 'field-quiet')}>
            <Base.Value className="truncate" />
            <Base.Icon>
              <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
              <Base.Popup className={clsx(popupClass, 'max-w-[calc(100vw-2rem)] min-w-(--anchor-width)')}>
                <Base.List className="max-h-[min(24rem,var(--available-height))] overflow-y-auto p-1">
                  <Options options={options} />
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}
