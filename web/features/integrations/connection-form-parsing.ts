import type { KeyScope, WebhookEvent } from '../../../contract/integration-scopes.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

const trimmedFieldValue = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** A new key as its form says it, or what is missing. */
export function parseKeyForm(form: FormData) {
  const name = trimmedFieldValue(form, 'name')
  const scopes = form.getAll('scopes') as KeyScope[]
  const errors: FieldProblem[] = [
    ...(name === '' ? [{ id: 'name', text: 'Enter a name, such as the program’s own' }] : []),
    ...(scopes.length === 0 ? [{ id: 'scopes', text: 'Choose what it can read or do' }] : []),
  ]
  return { entry: { name, scopes, days: Number(form.get('days')) }, errors }
}

const isHttpsUrl = (typed: string): boolean => URL.parse(typed)?.protocol === 'https:'

/** A webhook as its form says it, or what is missing. */
export function parseWebhookForm(form: FormData) {
  const [name, url] = [trimmedFieldValue(form, 'name'), trimmedFieldValue(form, 'url')]
  const events = form.getAll('events') as WebhookEvent[]
  const errors: FieldProblem[] = [
    ...(name === '' ? [{ id: 'name', text: 'Enter a name, such as the program’s own' }] : []),
    ...(isHttpsUrl(url) ? [] : [{ id: 'url', text: 'Enter an address that begins with https://' }]),
    ...(events.length === 0 ? [{ id: 'events', text: 'Choose at least one event' }] : []),
  ]
  return { entry: { name, url, events }, errors }
}
