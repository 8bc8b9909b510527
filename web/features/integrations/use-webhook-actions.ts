import { Eye, KeyRound, Pencil, Power, ScrollText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { isSwitchable, type Webhook } from './connection-words.ts'

type WebhookActions = {
  logHref: (webhookId: string) => string
  onChanged: () => Promise<void>
  /** New connections are switched off for the practice. */
  isOff: boolean
}

/** What can be done with a webhook, and the dialogs that stand open meanwhile. */
export function useWebhookActions({ logHref, onChanged, isOff }: WebhookActions) {
  const [editing, setEditing] = useState<{ webhook?: Webhook }>()
  const [reviewing, setReviewing] = useState<Webhook>()
  const [secret, setSecret] = useState<string>()
  const confirm = useConfirm()
  const toast = useToast()
  const { problem, run } = useTask()

  async function change(work: () => Promise<unknown>, done: string) {
    const isDone = await run(async () => {
      await work()
      await onChanged()
    })
    if (isDone) toast(done)
  }
  function switchOver({ id, name, url, events, status }: Webhook) {
    const next = status === 'active' ? 'disabled' : 'active'
    const work = () => api.integrations.changeWebhook({ webhookId: id, name, url, events, status: next })
    return change(work, next === 'active' ? `${name} is switched on.` : `${name} is switched off.`)
  }
  async function remove({ id, name }: Webhook) {
    const sure = await confirm({
      title: `Remove ${name}?`,
      text: 'It receives no more events. This cannot be undone.',
      confirm: 'Remove webhook',
      danger: true,
    })
    if (sure) await change(() => api.integrations.removeWebhook({ webhookId: id }), `${name} was removed.`)
  }
  async function renewSecret({ id, name }: Webhook) {
    const sure = await confirm({
      title: `Create a new secret for ${name}?`,
      text: 'The old secret also works for one day, so you can update the receiver without losing events.',
      confirm: 'Create new secret',
    })
    if (!sure) return
    await run(async () => {
      setSecret((await api.integrations.rotateSecret({ webhookId: id })).secret)
      await onChanged()
    })
  }
  const removeItem = (webhook: Webhook): MenuItem => ({
    ...{ label: 'Remove', icon: Trash2, separated: true, onSelect: () => void remove(webhook) },
  })
  const requestItems = (webhook: Webhook): MenuItem[] => [
    ...(isOff ? [] : [{ label: 'Review request', icon: Eye, onSelect: () => setReviewing(webhook) }]),
    removeItem(webhook),
  ]
  const madeItems = (webhook: Webhook): MenuItem[] => [
    { label: 'Delivery log', icon: ScrollText, href: logHref(webhook.id) },
    // Where news of a program's own request goes, and which, is the program's to change.
    ...(webhook.requestedBy === null
      ? [{ label: 'Edit', icon: Pencil, onSelect: () => setEditing({ webhook }) }]
      : []),
    ...(isSwitchable(webhook)
      ? [
          {
            label: webhook.status === 'active' ? 'Switch off' : 'Switch on',
            icon: Power,
            onSelect: () => void switchOver(webhook),
          },
        ]
      : []),
    { label: 'New secret', icon: KeyRound, onSelect: () => void renewSecret(webhook) },
    removeItem(webhook),
  ]
  const itemsOf = (webhook: Webhook): MenuItem[] =>
    webhook.status === 'requested' ? requestItems(webhook) : madeItems(webhook)
  return {
    problem,
    itemsOf,
    editing,
    reviewing,
    review: setReviewing,
    secret,
    startNew: () => setEditing({}),
    close() {
      setEditing(undefined)
      setReviewing(undefined)
      setSecret(undefined)
    },
  }
}
