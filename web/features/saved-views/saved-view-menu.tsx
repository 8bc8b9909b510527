import { BookmarkPlus, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'

const SavedViewDialog = lazyPart(async () => ({
  default: (await import('./saved-view-dialog.tsx')).SavedViewDialog,
}))

export type SavedView = Awaited<ReturnType<Api['savedViews']['list']>>[number]

type SavedViewMenuProps = {
  views: readonly SavedView[]
  /** The view that was opened last, whose filters may have been changed since. */
  current: SavedView | null
  /** What the list shows now. */
  filter: SavedView['filter']
  /** Whether what is shown now is what the current view keeps. */
  isUnchanged: boolean
  /** Views for everyone are kept by those who may change the settings. */
  canShare: boolean
  hrefOf: (view: SavedView) => string
  /** The views are others now; and this one is shown, or none. */
  onChanged: (shown: SavedView | null) => Promise<void>
}

/** Lists that somebody comes back to, by name; and keeping what is shown now as one of them. */
export function SavedViewMenu(props: SavedViewMenuProps) {
  const { views, current, filter, isUnchanged, canShare, hrefOf, onChanged } = props
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const confirm = useConfirm()
  const toast = useToast()
  const mayChange = current !== null && (canShare || !current.isShared)

  async function told(work: () => Promise<unknown>, done: string) {
    try {
      await work()
      toast(done)
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'bad' })
    }
  }
  const replace = ({ id: viewId, name }: SavedView) =>
    told(
      async () => onChanged(await api.savedViews.update({ viewId, name, filter })),
      `“${name}” updated to the current view.`,
    )
  async function remove({ id: viewId, name, isShared }: SavedView) {
    const sure = await confirm({
      title: `Remove “${name}”?`,
      text: `${isShared ? 'It is removed for everyone. ' : ''}The consents stay as they are.`,
      confirm: 'Remove view',
      danger: true,
    })
    if (!sure) return
    await told(async () => {
      await api.savedViews.remove({ viewId })
      await onChanged(null)
    }, `“${name}” is removed.`)
  }
  const items: MenuItem[] = [
    ...views.map((view) => ({
      label: view.isShared ? `${view.name} (for everyone)` : view.name,
      href: hrefOf(view),
    })),
    {
      label: 'Save current view',
      icon: BookmarkPlus,
      separated: views.length > 0,
      onSelect: () => setNaming('new'),
    },
    ...(mayChange
      ? menuItemsOf(current, { isUnchanged, replace, remove, rename: () => setNaming('rename') })
      : []),
  ]
  return (
    <>
      <Menu
        label={current ? `Saved views: ${current.name}` : 'Saved views'}
        trigger={current?.name ?? 'Saved views'}
        items={items}
      />
      <Suspense>
        {naming && (
          <SavedViewDialog
            renamed={naming === 'rename' ? current : null}
            filter={filter}
            canShare={canShare}
            onSaved={onChanged}
            onClose={() => setNaming(null)}
          />
        )}
      </Suspense>
    </>
  )
}

type ViewActions = {
  isUnchanged: boolean
  replace: (view: SavedView) => Promise<void>
  remove: (view: SavedView) => Promise<void>
  rename: () => void
}

/** What can be done with the view that is open. */
const menuItemsOf = (view: SavedView, { isUnchanged, replace, remove, rename }: ViewActions): MenuItem[] => [
  ...(isUnchanged
    ? []
    : [
        {
          label: `Change “${view.name}” to the current view`,
          icon: RefreshCw,
          onSelect: () => void replace(view),
        },
      ]),
  { label: `Rename “${view.name}”`, icon: Pencil, onSelect: rename },
  { label: `Remove “${view.name}”`, icon: Trash2, danger: true, onSelect: () => void remove(view) },
]
