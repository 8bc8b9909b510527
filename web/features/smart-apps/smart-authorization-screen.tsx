import { useEffect, useRef, useState } from 'react'
import { smart_token_minutes } from '../../../contract/limits.ts'
import { api, ApiError, type Api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { authorizationIn, patientScopeWords } from './smart-app-words.ts'

const unanswered = 'Candour could not be reached. Check your connection and open the app again.'

type Review = Awaited<ReturnType<Api['smartApps']['review']>>
type SmartAuthorizationScreenProps = { params: URLSearchParams; homeHref: string }

/** Asks whoever opened an app whether it may read the patient's records; then the browser goes back to the app. */
export function SmartAuthorizationScreen({ params, homeHref }: SmartAuthorizationScreenProps) {
  const [review, setReview] = useState<Review>()
  const [refusal, setRefusal] = useState<string>()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    api.smartApps.review(authorizationIn(params)).then(
      (answer) => (answer.returnUrl === null ? setReview(answer) : location.replace(answer.returnUrl)),
      (error: unknown) => setRefusal(error instanceof ApiError ? error.message : unanswered),
    )
  }, [params])
  if (refusal !== undefined)
    return (
      <>
        <PageHeader title="This app cannot be opened" className="mb-6" />
        <InlineMessage tone="bad" role="alert" className="mb-6">
          {refusal}
        </InlineMessage>
        <ButtonLink href={homeHref}>Go to the dashboard</ButtonLink>
      </>
    )
  if (!review) return <Spinner size="large" message="Opening" />
  return <Question review={review} params={params} />
}

function Question({ review, params }: { review: Review; params: URLSearchParams }) {
  const { busy, problem, run } = useTask()
  const [isLeaving, setIsLeaving] = useState(false)
  const { appName, patientName, scopes, host } = review
  const decide = (allowed: boolean) =>
    run(async () => {
      const { returnUrl } = await api.smartApps.decide({ ...authorizationIn(params), allowed })
      setIsLeaving(true)
      location.replace(returnUrl)
    })
  return (
    <>
      <PageHeader title={`Allow ${appName} to read this patient’s record?`} className="mb-6" />
      <Panel
        title={patientName}
        lead={`${appName} (${host}) asks to read for ${smart_token_minutes} minutes:`}
      >
        <ul className="list-disc space-y-1 pl-5">
          {scopes.map((scope) => (
            <li key={scope}>{patientScopeWords[scope]}</li>
          ))}
        </ul>
        <p className="mt-4 text-muted">It reads nothing of other patients and changes nothing.</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button busy={busy || isLeaving} onClick={() => void decide(true)}>
            Allow
          </Button>
          <Button variant="quiet" busy={busy || isLeaving} onClick={() => void decide(false)}>
            Decline
          </Button>
        </div>
        <ProblemMessage problem={problem} className="mt-4" />
      </Panel>
    </>
  )
}
