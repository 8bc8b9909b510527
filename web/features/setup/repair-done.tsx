import { Button } from '../../ui/plain/button.tsx'
import { ConfirmationPanel } from '../../ui/plain/confirmation-panel.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { AccountFacts, type FoundAccount } from './account-facts.tsx'

type RepairDoneProps = {
  title: string
  account: FoundAccount
  /** Absent where the token let them in: it is used up. */
  onAgain: (() => void) | undefined
}

/** What the account is like now. */
export const RepairDone = ({ title, account, onAgain }: RepairDoneProps) => (
  <div className="mx-auto w-full max-w-md space-y-6 px-6 py-10 sm:py-16">
    <ConfirmationPanel title={title} focused>
      {onAgain ? (
        <p>Recorded in the audit log.</p>
      ) : (
        <p>
          Recorded in the audit log. The set-up token has been used; the server prints a new one at its next
          start.
        </p>
      )}
    </ConfirmationPanel>
    <Panel title="Current state">
      <AccountFacts account={account} />
    </Panel>
    {onAgain && (
      <Button variant="quiet" size="large" className="w-full" onClick={onAgain}>
        Another account
      </Button>
    )}
  </div>
)
