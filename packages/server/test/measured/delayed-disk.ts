import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * An LD_PRELOAD library: delays every fsync and fdatasync of the process, and counts each by a byte in one of two
 * files: for the main thread or for other threads. The calling threads wait, as with a slow SD card.
 */
const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void before(void) {
  const char *delay = getenv("TRIAL_SYNC_DELAY_MS");
  const char *name = getenv(syscall(SYS_gettid) == getpid() ? "TRIAL_SYNCS_MAIN" : "TRIAL_SYNCS_OTHER");
  if (name) {
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file >= 0) { if (write(file, "s", 1) < 0) {} close(file); }
  }
  long ms = delay ? atol(delay) : 0;
  struct timespec time = { ms / 1000, (ms % 1000) * 1000000 };
  nanosleep(&time, NULL);
}

int fsync(int file) {
  before();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  before();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}
`

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A slow disk for the processes that are started with its environment. */
export class DelayedDisk {
  readonly #library: string
  readonly #main: string
  readonly #other: string

  /** @param folder for the library and its counters */
  constructor(folder: string) {
    this.#library = join(folder, 'delayed-disk.so')
    this.#main = join(folder, 'syncs-main')
    this.#other = join(folder, 'syncs-other')
    const code = join(folder, 'delayed-disk.c')
    writeFileSync(code, source)
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', this.#library, code, '-ldl'])
  }

  environment(delayMs: number): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: this.#library,
      TRIAL_SYNC_DELAY_MS: String(delayMs),
      TRIAL_SYNCS_MAIN: this.#main,
      TRIAL_SYNCS_OTHER: this.#other,
    }
  }

  /** The number of syncs so far, by main threads and by other threads. */
  get syncs(): { readonly main: number; readonly other: number } {
    return { main: sizeOf(this.#main), other: sizeOf(this.#other) }
  }
}
