import type { AccountRepair } from '../../../contract/setup.ts'
import type { FoundAccount } from './account-facts.tsx'

type RepairChoice = {
  repair: AccountRepair
  label: string
  /** What it does, and when it is right. */
  effect: string
}

const choices: readonly (RepairChoice & { isApplicable: (account: FoundAccount) => boolean })[] = [
  {
    repair: 'activate',
    label: 'Activate the account',
    effect: 'It may sign in again. Staff records stay as their practices have set them.',
    isApplicable: ({ isActive }) => !isActive,
  },
  {
    repair: 'verify-email',
    label: 'Mark the e-mail address as confirmed',
    effect: 'Right only when you know that the address is theirs.',
    isApplicable: ({ emailVerified }) => !emailVerified,
  },
  {
    repair: 'link-staff',
    label: 'Link the staff records',
    effect:
      'Staff records with this e-mail address that belong to no account yet belong to this one from then on.',
    isApplicable: ({ staff }) => staff.some(({ isLinked }) => !isLinked),
  },
  {
    repair: 'remove-second-factor',
    label: 'Remove the second factor',
    effect:
      'For a lost phone: the app and the recovery codes stop working, and the account is signed out everywhere. Where a second factor is required, the next sign-in sets up a new one.',
    isApplicable: ({ hasSecondFactor }) => hasSecondFactor,
  },
  {
    repair: 'end-sessions',
    label: 'End all sessions',
    effect: 'The account is signed out everywhere, at once.',
    isApplicable: () => true,
  },
]

/** The repairs that would change something about this account. */
export const repairChoices = (account: FoundAccount): RepairChoice[] =>
  choices.filter(({ isApplicable }) => isApplicable(account))
