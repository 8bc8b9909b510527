/** The sections of the settings, by the word in the address, in the order of their tabs. */
export const settingsSections = {
  practice: 'Practice',
  branding: 'Branding',
  policies: 'Policies',
  messages: 'Messages and reminders',
  security: 'Sign-in and security',
  templates: 'Templates',
  data: 'Data',
} as const
export type SettingsSection = keyof typeof settingsSections

/** The section an address names; the first one where it names none. */
export const sectionOf = (search: string): SettingsSection => {
  const named = new URLSearchParams(search).get('section') ?? ''
  return named in settingsSections ? (named as SettingsSection) : 'practice'
}
