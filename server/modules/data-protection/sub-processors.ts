import type { SubProcessor } from '../../../contract/data-protection.ts'

type Optional<Settings> = { off: true } | ({ off: false } & Settings)
/** What of the settings says which services outside the installation uses. */
export type SubProcessorSettings = {
  database: { embedded: true } | { embedded: false; appUrl: string }
  mail: Optional<{ url: string }>
  sms: Optional<{ api: string }>
  objectStore: Optional<{ endpoint: string; region: string }>
  timestamps: Optional<{ url: string }>
  languageModel: Optional<{ provider: string; baseUrl: string }>
  billing: Optional<{ api: string }>
}

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url) || 'not named'

/** The services outside that an installation is set up to use, as its settings say; who runs each, its name tells. */
export function listSubProcessors(settings: SubProcessorSettings): SubProcessor[] {
  const { database, mail, sms, objectStore, timestamps, languageModel, billing } = settings
  const found: SubProcessor[] = []
  const add = (service: string, who: string, does: string, data: string) =>
    found.push({ service, who, does, data })
  if (!database.embedded) add('Database', hostnameOf(database.appUrl), 'Stores all records', 'All data')
  if (!objectStore.off)
    add(
      'File store',
      `${hostnameOf(objectStore.endpoint)}, ${objectStore.region}`,
      'Stores files',
      'Documents, pictures, videos',
    )
  if (mail.off)
    add(
      'E-mail',
      'The mail server of the set-up page, where one was set there',
      'Delivers messages; without one, they stay in the outbox of this installation',
      'Names, e-mail addresses and links; no treatment details',
    )
  else
    add(
      'E-mail',
      hostnameOf(mail.url),
      'Delivers messages',
      'Names, e-mail addresses and links; no treatment details',
    )
  if (!sms.off)
    add(
      'Text messages',
      hostnameOf(sms.api),
      'Delivers messages',
      'Telephone numbers and links; no treatment details',
    )
  if (!timestamps.off)
    add(
      'Time stamps',
      hostnameOf(timestamps.url),
      'Certifies when a document was sealed',
      'A fingerprint of the document',
    )
  if (!languageModel.off)
    add(
      'Language model',
      `${languageModel.provider}, ${hostnameOf(languageModel.baseUrl)}`,
      'Reads clinical notes into a proposed consent',
      'Clinical notes as typed, for practices that have not switched it off',
    )
  if (!billing.off)
    add(
      'Payments',
      hostnameOf(billing.api),
      'Takes payments from practices',
      'The practice and its billing contact; no patient data',
    )
  return found
}
