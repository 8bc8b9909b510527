import { fieldErrorWhere, trimmedFieldValue } from '../identity/index.ts'
import { api } from '../../api.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { ServiceStep, type ServiceStepProps } from './settings-step.tsx'

const identityMap = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]))

const unchangedHint = 'Leave empty to keep the current one.'

/** The mail server, and where a test message goes. */
export function MailStep(props: ServiceStepProps) {
  const hasSecret = props.state.source === 'saved'
  return (
    <ServiceStep
      {...props}
      words={{
        title: 'E-mail',
        lead: 'Your mail server sends links, invitations and notifications.',
        skipHint:
          'Without a mail server, messages are saved as files in the data directory. You can still show patients a link or QR code.',
        savedHint: 'Messages are now sent by this server.',
      }}
      fieldOf={identityMap('host', 'port', 'user', 'password', 'from', 'recipient')}
      findMissing={(form) => [
        ...fieldErrorWhere(
          trimmedFieldValue(form, 'host') === '',
          'host',
          'Enter the name of the mail server',
        ),
        ...fieldErrorWhere(
          !/^\d{1,5}$/.test(trimmedFieldValue(form, 'port')),
          'port',
          'Enter the port, such as 465 or 587',
        ),
        ...fieldErrorWhere(
          !trimmedFieldValue(form, 'from').includes('@'),
          'from',
          'Enter the sender address',
        ),
      ]}
      send={(form) =>
        api.setupWizard.keepMail({
          host: trimmedFieldValue(form, 'host'),
          port: Number(trimmedFieldValue(form, 'port')),
          isTlsFromStart: trimmedFieldValue(form, 'isTlsFromStart') === 'on',
          user: trimmedFieldValue(form, 'user'),
          password: trimmedFieldValue(form, 'password'),
          from: trimmedFieldValue(form, 'from'),
          recipient: trimmedFieldValue(form, 'recipient'),
        })
      }
    >
      {({ value, problems }) => (
        <>
          <TextField
            id="host"
            name="host"
            label="Mail server"
            hint="Like smtp.example.org"
            autoComplete="off"
            defaultValue={value('host')}
            error={errorOf(problems, 'host')}
          />
          <TextField
            id="port"
            name="port"
            label="Port"
            inputMode="numeric"
            width="short"
            autoComplete="off"
            defaultValue={value('port') || '465'}
            error={errorOf(problems, 'port')}
          />
          <CheckboxField
            id="isTlsFromStart"
            name="isTlsFromStart"
            label="Use TLS from the start"
            hint="On for port 465, off for port 587 (STARTTLS)."
            defaultChecked={value('host') === '' || ['true', 'on'].includes(value('isTlsFromStart'))}
          />
          <TextField
            id="user"
            name="user"
            label="User name"
            optional
            autoComplete="off"
            defaultValue={value('user')}
            error={errorOf(problems, 'user')}
          />
          <PasswordField
            id="password"
            name="password"
            label="Password"
            optional
            autoComplete="off"
            hint={hasSecret ? unchangedHint : undefined}
            error={errorOf(problems, 'password')}
          />
          <TextField
            id="from"
            name="from"
            label="Sender address"
            hint="Like Mill Lane Dental <consent@example.org>"
            autoComplete="off"
            defaultValue={value('from')}
            error={errorOf(problems, 'from')}
          />
          <TextField
            id="recipient"
            name="recipient"
            type="email"
            label="Send a test message to"
            optional
            autoComplete="off"
            defaultValue={value('recipient')}
            error={errorOf(problems, 'recipient')}
          />
        </>
      )}
    </ServiceStep>
  )
}

/** Where files are kept: an S3 store, or the disk. */
export function StorageStep(props: ServiceStepProps) {
  const hasSecret = props.state.source === 'saved'
  return (
    <ServiceStep
      {...props}
      words={{
        title: 'File storage',
        lead: 'Signed documents, pictures and videos can be stored in an S3-compatible service.',
        skipHint:
          'Without one, files are stored on this machine’s disk, in the data directory. Make sure it is backed up.',
        savedHint:
          'Used after the next server restart. Existing files stay on the disk, so keep the data directory.',
      }}
      fieldOf={identityMap('endpoint', 'region', 'bucket', 'accessKeyId', 'secretAccessKey')}
      findMissing={(form) => [
        ...fieldErrorWhere(
          !/^https?:\/\//.test(trimmedFieldValue(form, 'endpoint')),
          'endpoint',
          'Enter an address that begins with https://',
        ),
        ...fieldErrorWhere(trimmedFieldValue(form, 'region') === '', 'region', 'Enter the region'),
        ...fieldErrorWhere(
          trimmedFieldValue(form, 'bucket') === '',
          'bucket',
          'Enter the name of the bucket',
        ),
        ...fieldErrorWhere(
          trimmedFieldValue(form, 'accessKeyId') === '',
          'accessKeyId',
          'Enter the access key',
        ),
      ]}
      send={(form) =>
        api.setupWizard.keepStorage({
          endpoint: trimmedFieldValue(form, 'endpoint'),
          region: trimmedFieldValue(form, 'region'),
          bucket: trimmedFieldValue(form, 'bucket'),
          accessKeyId: trimmedFieldValue(form, 'accessKeyId'),
          secretAccessKey: trimmedFieldValue(form, 'secretAccessKey'),
        })
      }
    >
      {({ value, problems }) => (
        <>
          <TextField
            id="endpoint"
            name="endpoint"
            type="url"
            label="Endpoint"
            hint="Like https://s3.eu-west-2.amazonaws.com"
            autoComplete="off"
            defaultValue={value('endpoint')}
            error={errorOf(problems, 'endpoint')}
          />
          <TextField
            id="region"
            name="region"
            label="Region"
            width="medium"
            autoComplete="off"
            defaultValue={value('region')}
            error={errorOf(problems, 'region')}
          />
          <TextField
            id="bucket"
            name="bucket"
            label="Bucket"
            width="medium"
            autoComplete="off"
            defaultValue={value('bucket')}
            error={errorOf(problems, 'bucket')}
          />
          <TextField
            id="accessKeyId"
            name="accessKeyId"
            label="Access key"
            autoComplete="off"
            defaultValue={value('accessKeyId')}
            error={errorOf(problems, 'accessKeyId')}
          />
          <PasswordField
            id="secretAccessKey"
            name="secretAccessKey"
            label="Secret key"
            autoComplete="off"
            hint={hasSecret ? unchangedHint : undefined}
            error={errorOf(problems, 'secretAccessKey')}
          />
        </>
      )}
    </ServiceStep>
  )
}

/** Stripe's keys. */
export function PaymentsStep(props: ServiceStepProps) {
  const hasSecret = props.state.source === 'saved'
  return (
    <ServiceStep
      {...props}
      words={{
        title: 'Payments',
        lead: 'With Stripe, practices pay for their plans by card. Price IDs are set as environment variables; a plan without one shows ‘Talk to us’.',
        skipHint: 'Without Stripe nobody is charged, and super administrators set plans manually.',
        savedHint: 'Keys saved. This version does not charge anyone.',
      }}
      fieldOf={identityMap('secretKey', 'webhookSecret')}
      findMissing={(form) =>
        hasSecret
          ? []
          : [
              ...fieldErrorWhere(
                trimmedFieldValue(form, 'secretKey') === '',
                'secretKey',
                'Enter the secret key',
              ),
              ...fieldErrorWhere(
                trimmedFieldValue(form, 'webhookSecret') === '',
                'webhookSecret',
                'Enter the signing secret',
              ),
            ]
      }
      send={(form) =>
        api.setupWizard.keepPayments({
          secretKey: trimmedFieldValue(form, 'secretKey'),
          webhookSecret: trimmedFieldValue(form, 'webhookSecret'),
        })
      }
    >
      {({ problems }) => (
        <>
          <PasswordField
            id="secretKey"
            name="secretKey"
            label="Secret key"
            autoComplete="off"
            hint={
              hasSecret ? unchangedHint : 'In Stripe under Developers, API keys. It begins with sk_ or rk_.'
            }
            error={errorOf(problems, 'secretKey')}
          />
          <PasswordField
            id="webhookSecret"
            name="webhookSecret"
            label="Signing secret of the webhook"
            autoComplete="off"
            hint={hasSecret ? unchangedHint : 'It begins with whsec_.'}
            error={errorOf(problems, 'webhookSecret')}
          />
        </>
      )}
    </ServiceStep>
  )
}
