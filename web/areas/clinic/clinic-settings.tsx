import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { SettingsScreen } from '../../features/clinics/settings-screen.tsx'
import { MessageTextsPanel } from '../../features/messages/message-texts-panel.tsx'
import { ReminderPolicyPanel } from '../../features/reminders/reminder-policy-panel.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-settings.ts'

export const meta = () => pageTitle('Settings')

export const clientMiddleware = [requirePermission('accessSettings')]

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [security, templateRules, policy, texts] = await Promise.all([
    api.clinics.security({}, { signal }),
    api.clinics.templateRules({}, { signal }),
    api.reminders.policy({}, { signal }),
    api.messages.texts({}, { signal }),
  ])
  return { security, templateRules, policy, texts }
}

export default function ClinicSettings({ loaderData: { policy, texts, ...settings } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <SettingsScreen {...settings} onChanged={revalidate} />
      <ReminderPolicyPanel policy={policy} onChanged={revalidate} />
      <MessageTextsPanel texts={texts} onChanged={revalidate} />
    </div>
  )
}
