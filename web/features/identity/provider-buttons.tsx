import { providerNames, signInMessage, type IdentityProvider } from '../../../contract/sign-in-codes.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { ProviderIcon } from './provider-icon.tsx'
import type { ProviderWindow } from './provider-window-states.ts'
import { signInProblem } from './sign-in-problem.ts'
import { useProviderSignIn } from './use-provider-sign-in.ts'

type ProviderButtonsProps = {
  providers: readonly IdentityProvider[]
  /** The place to go on to. */
  to: string | null
  /** The provider's window is through: the server knows how far the sign-in has come. */
  onAnswered: () => void
}

/** One button for each identity provider that is open here, and what becomes of its window. */
export function ProviderButtons({ providers, to, onAnswered }: ProviderButtonsProps) {
  const { state, asked, busy, problem, start, onThisPage } = useProviderSignIn(to, onAnswered)
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-3">
        {providers.map((provider) => (
          <li key={provider}>
            <Button
              variant="quiet"
              size="large"
              className="w-full"
              busy={busy && asked === provider}
              onClick={() => start(provider)}
            >
              <ProviderIcon provider={provider} className="size-5 shrink-0" />
              <span>
                <span className="sr-only">Continue with </span>
                {providerNames[provider]}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <ProblemMessage problem={signInProblem(problem)} />
      <WindowMessage state={state} onThisPage={onThisPage} />
    </>
  )
}

type WindowMessageProps = { state: ProviderWindow; onThisPage: (provider: IdentityProvider) => void }

function WindowMessage({ state, onThisPage }: WindowMessageProps) {
  if (state.phase === 'none' || state.phase === 'answered') return null
  const instead = (
    <Button
      variant="quiet"
      size="small"
      className="mt-3"
      onClick={() => onThisPage(state.provider)}
    >{`Continue to ${providerNames[state.provider]} on this page`}</Button>
  )
  if (state.phase === 'failed')
    return (
      <InlineMessage tone="bad" role="alert">
        <p>{state.words ?? signInMessage(state.code)}</p>
        {state.code.startsWith('popup-') && instead}
      </InlineMessage>
    )
  return (
    <InlineMessage role="status">
      {state.phase === 'open' && state.notice && <p className="mb-1">{signInMessage(state.notice)}</p>}
      <p>Continue in the {providerNames[state.provider]} window.</p>
    </InlineMessage>
  )
}
