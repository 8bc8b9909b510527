import { Pencil, Plus, ToggleLeft, ToggleRight, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import {
  canChangeTreatment,
  type Subtype,
  type Treatment,
  type TreatmentContext,
} from './treatment-operations.ts'
import type { useTreatmentActions } from './use-treatment-actions.ts'
import type { useTreatmentDialogs } from './use-treatment-dialogs.tsx'

type TreatmentItemProps = {
  treatment: Treatment
  /** Those of its subtypes that are shown. */
  subtypes: readonly Subtype[]
  acting: TreatmentContext
  actions: ReturnType<typeof useTreatmentActions>
  openDialog: ReturnType<typeof useTreatmentDialogs>['ask']
  /** Shown with its subtypes from the start. */
  open: boolean
}

/** One treatment type: closed its name and state, open its subtypes and what can be done with them. */
export function TreatmentItem(props: TreatmentItemProps) {
  const { treatment, acting, open } = props
  const { name, description, subtypes, isActive, isOwn } = treatment
  return (
    <li className="relative">
      <details open={open} className="group">
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-3 gap-y-1 py-3 ps-5 pe-16 hover:bg-paper [&::-webkit-details-marker]:hidden">
          <Arrow />
          <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {name}
          </span>
          <span className="text-small text-muted">{countWords(subtypes.length)}</span>
          {isOwn && acting.side === 'clinic' && <Badge tone="brand">Our own</Badge>}
          {!isActive && <Badge tone="bad">Inactive</Badge>}
        </summary>
        <div className="px-5 pt-1 pb-5 sm:ps-12">
          {description && (
            <p dir="auto" className="mb-3 text-muted">
              {description}
            </p>
          )}
          <SubtypeList {...props} />
          {acting.canWrite && (
            <Button
              variant="quiet"
              size="small"
              icon={Plus}
              className="mt-3"
              aria-label={`Add subtype to ${name}`}
              onClick={() => props.openDialog({ about: 'new subtype', treatment })}
            >
              Add subtype
            </Button>
          )}
        </div>
      </details>
      {canChangeTreatment(acting, treatment) && (
        <div className="absolute end-3 top-2.5">
          <Menu label={`Actions for ${name}`} items={menuItemsOf(props)} />
        </div>
      )}
    </li>
  )
}

const Arrow = () => (
  <svg
    viewBox="0 0 16 16"
    fill="none"
    aria-hidden
    className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
  >
    <path
      d="m6 3.5 4.5 4.5L6 12.5"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

const countWords = (count: number) => (count === 1 ? '1 subtype' : `${count} subtypes`)

function menuItemsOf({ treatment, actions, openDialog }: TreatmentItemProps): MenuItem[] {
  const { isActive } = treatment
  return [
    { label: 'Edit', icon: Pencil, onSelect: () => openDialog({ about: 'type', treatment }) },
    {
      label: isActive ? 'Deactivate' : 'Activate',
      icon: isActive ? ToggleLeft : ToggleRight,
      onSelect: () => void actions.setActive(treatment, !isActive),
    },
    {
      label: 'Delete',
      icon: Trash2,
      danger: true,
      separated: true,
      onSelect: () => void actions.remove(treatment),
    },
  ]
}

function SubtypeList({ treatment, subtypes, acting, actions, openDialog }: TreatmentItemProps) {
  const { name } = treatment
  if (subtypes.length === 0) return <p className="text-muted">No subtypes yet.</p>
  const rename = (subtype: Subtype) => openDialog({ about: 'subtype', treatment, subtype })
  return (
    <ul aria-label={`Subtypes of ${name}`} className="divide-y divide-line border-y border-line">
      {subtypes.map((subtype) => (
        <li key={subtype.name} className="flex min-h-11 items-center gap-1 py-1">
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <span dir="auto" className="wrap-anywhere">
              {subtype.name}
            </span>
            {subtype.isOwn && !treatment.isOwn && acting.side === 'clinic' && (
              <Badge tone="brand">Our own</Badge>
            )}
          </span>
          {canChangeTreatment(acting, subtype) && (
            <>
              <IconButton
                size="small"
                label={`Rename ${subtype.name}`}
                icon={Pencil}
                onClick={() => rename(subtype)}
              />
              <IconButton
                size="small"
                label={`Remove ${subtype.name}`}
                icon={Trash2}
                onClick={() => void actions.removeSubtype(treatment, subtype)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
