import type { GroupAgreement } from '../../../contract/group-agreements.ts'

type Words = {
  name: string
  /** What is decided, within a sentence. */
  subject: string
  text: string
  agree: string
  stop: string
  stopText: string
}

/** What each agreement means for the practice. */
export const agreementWords: Record<GroupAgreement, Words> = {
  templates: {
    name: 'Your templates',
    subject: 'sharing templates',
    text: 'The group reads your active consent templates and can share copies with its other practices. Copies that it already shares stay with the group if you stop or leave.',
    agree: 'Share templates',
    stop: 'Stop sharing templates',
    stopText:
      'The group no longer reads any of your templates. Copies that it already shares stay with the group, and its practices can go on using them. You can still use the group’s templates.',
  },
  figures: {
    name: 'Monthly figures',
    subject: 'monthly figures',
    text: 'For each month in which you sent at least 5 consents, past months included, the group sees how many you sent and their outcomes: opened, signed, declined, withdrawn, expired or voided. Its quarterly evidence report also has the values of your evidence list, your open actions by item, your last inspection pack and the result of your last sample audit, without anything about fewer than 5 patients. It sees no patients, treatments or staff.',
    agree: 'Show monthly figures',
    stop: 'Stop showing monthly figures',
    stopText:
      'The group no longer sees outcomes of your consents by month, and its next evidence report leaves out your evidence list. Reports already made stay with the group. It still sees the counts on its board. Nothing changes for patients.',
  },
  fees: {
    name: 'Group fees',
    subject: 'group fees',
    text: 'Where you have set no fee, the group’s fee is shown and used in new consents. A fee that you set comes first. Consents already prepared keep their price.',
    agree: 'Use group fees',
    stop: 'Stop using group fees',
    stopText:
      'New consents no longer use the group’s fees: a treatment without a fee of your own has none. Your own fees stay, and consents already prepared keep their price.',
  },
  policies: {
    name: 'Policy status',
    subject: 'policy status',
    text: 'The group sees which version of each policy you have adopted, when, and whether its review is overdue; its evidence report says so too. It sees no wording of your own and no staff.',
    agree: 'Show policy status',
    stop: 'Stop showing policy status',
    stopText:
      'The group no longer sees which policies you have adopted or when their review is due. Evidence reports already made stay with the group. You keep your policies and can still adopt the group’s wording. Nothing changes for patients.',
  },
  branding: {
    name: 'Group branding',
    subject: 'group branding',
    text: 'Patients’ pages, messages and new documents show the logo and colour of the group where you have none of your own.',
    agree: 'Use group branding',
    stop: 'Stop using group branding',
    stopText:
      'Patients’ pages, messages and new documents no longer show the logo and colour of the group. Your own branding stays. Documents already made keep what they show.',
  },
  'sign-on': {
    name: 'Group sign-on',
    subject: 'group sign-on',
    text: 'Where you have connected no identity provider, your staff can sign in through the group’s. People in the groups that it names are added to your staff, and staff in them get the level that the group sets; nobody becomes an administrator by it. A second factor given there counts here if the group says so. A provider of your own comes first.',
    agree: 'Use group sign-on',
    stop: 'Stop using group sign-on',
    stopText:
      'Nobody at your practice can sign in through the group’s provider any more, and sessions opened by single sign-on end now. Staff sign in with their own passwords and passkeys; staff without one ask for a link by e-mail.',
  },
  billing: {
    name: 'One bill',
    subject: 'one bill',
    text: 'The group chooses your plan and pays for it. Your practice gets no invoices and cannot change its plan itself.',
    agree: 'Let the group pay',
    stop: 'Stop the group paying',
    stopText:
      'The group no longer pays for your plan. Its features stay for 30 days; choose a plan of your own under Billing before then, or only Starter features can be added. Nothing is deleted, and consents can still be sent and signed.',
  },
}

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Several agreements within a sentence. */
export const subjectsText = (agreements: readonly GroupAgreement[]): string =>
  listFormat.format(agreements.map((agreement) => agreementWords[agreement].subject))
