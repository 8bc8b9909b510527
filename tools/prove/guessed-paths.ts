/**
 * Prints the word list with which docs/security-reports.md lets a program guess addresses: every path of the contract,
 * and names of files and consoles that are found on other servers by mistake.
 *
 *   node tools/prove/guessed-paths.ts > words.txt
 */
import type { AnyContractProcedure } from '@orpc/contract'
import { contract, files, streams, uploads, webhooks } from '../../contract/index.ts'

/** What others have left where everybody could fetch it: repositories, settings, keys, backups, consoles, ways up. */
const commonlyExposedPaths = [
  ...['.git/HEAD', '.git/config', '.gitignore', '.svn/entries', '.hg/store', '.DS_Store', '.npmrc', '.netrc'],
  ...['.env', '.env.local', '.env.production', '.env.bak', '.htaccess', '.htpasswd', '.aws/credentials'],
  ...[
    '.ssh/id_rsa',
    '.bash_history',
    '.docker/config.json',
    '.vscode/settings.json',
    '.well-known/security.txt',
  ],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'Dockerfile', 'docker-compose.yml', 'Makefile'],
  ...[
    'README.md',
    'server/main.ts',
    'build/server/main.js',
    'node_modules/fastify/package.json',
    'config.json',
  ],
  ...[
    'data/demo.json',
    'demo.json',
    'data/secrets/master.key',
    'secrets/setup-token',
    'data/outbox',
    'outbox',
  ],
  ...[
    'backup',
    'backup.zip',
    'backup.sql',
    'backup.tar.gz',
    'dump.sql',
    'db.sqlite',
    'database.sql',
    'site.zip',
  ],
  ...['phpmyadmin', 'phpinfo.php', 'wp-login.php', 'wp-admin', 'xmlrpc.php', 'adminer.php', 'server-status'],
  ...[
    'actuator/env',
    'actuator/health',
    'metrics',
    'debug',
    'console',
    'graphql',
    'swagger.json',
    'openapi.json',
  ],
  ...[
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '....//....//etc/passwd',
    '..%5c..%5cwindows%5cwin.ini',
  ],
  ...['..;/admin', 'assets/..%2f..%2fpackage.json', '%00', 'index.html~', 'web.config', '.gitlab-ci.yml'],
]

type Declared = { path?: string; '~orpc'?: AnyContractProcedure['~orpc'] }

/** The paths of everything that is declared, as the HTTP server writes what stands for something: `:patientId`. */
function pathsIn(node: object): string[] {
  const { path, '~orpc': procedure } = node as Declared
  if (procedure) return [procedure.route.path!.replaceAll(/\{(\w+)\}/g, ':$1')]
  if (typeof path === 'string') return [path]
  return Object.values(node).flatMap((part: unknown) =>
    typeof part === 'object' && part !== null ? pathsIn(part) : [],
  )
}

const declared = [contract, files, streams, uploads, webhooks].flatMap(pathsIn)
const words = [...declared.map((path) => path.replace(/^\//, '')), ...commonlyExposedPaths]
console.log([...new Set(words)].join('\n'))
