// What the unwinder of a C compiler for glibc asks of its system, written for musl: in a static
// program `dl_iterate_phdr` knows all there is.
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdint.h>

struct found {
  unsigned long long flags;
  void *start, *end;
  void *map;
  void *eh_frame;
  unsigned long long reserved[7];
};

struct search {
  uintptr_t address;
  struct found *found;
};

static int look(struct dl_phdr_info *info, size_t size, void *data) {
  struct search *search = data;
  void *eh_frame = 0;
  int within = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_EH_FRAME) eh_frame = (void *)start;
    if (part->p_type != PT_LOAD || search->address < start || search->address - start >= part->p_memsz) continue;
    within = 1;
    search->found->start = (void *)start;
    search->found->end = (void *)(start + part->p_memsz);
  }
  if (!within || !eh_frame) return 0;
  search->found->eh_frame = eh_frame;
  return 1;
}

int _dl_find_object(void *address, struct found *found) {
  struct search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(look, &search) ? 0 : -1;
}

// The unwinder names these weakly: without somebody who needs them they would be left out and
// called all the same.
static const void *const needed[] __attribute__((used)) = {
    pthread_once,       pthread_mutex_lock,  pthread_mutex_unlock,
    pthread_key_create, pthread_getspecific, pthread_setspecific,
};
