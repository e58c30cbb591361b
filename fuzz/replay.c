/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target over files, folders of files and packs (fuzz/pack) without
 * a fuzzer: what was found once stays found with every compiler. Each input is
 * also cut at a number of places, since ends of input are where parsers err. */
#include "fuzz.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#ifndef FUZZ_CUTS
#define FUZZ_CUTS 64
#endif

static long n_runs;

static void run(const uint8_t *bytes, size_t size)
{
    /* An exact copy lets a sanitizer see a read behind the end. */
    uint8_t *copy = malloc(size == 0 ? 1 : size);
    if (copy == NULL)
        exit(2);
    if (size > 0)
        memcpy(copy, bytes, size);
    (void)LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    n_runs++;
}

static void run_cut(const uint8_t *bytes, size_t size)
{
    run(bytes, size);
    size_t step = size / FUZZ_CUTS + 1;
    for (size_t cut = 0; cut < size; cut += step)
        run(bytes, cut);
}

/* Netstrings: "3:abc,". False when it is none. */
static bool run_pack(const char *bytes, size_t size)
{
    while (size > 0) {
        char *at;
        unsigned long n = strtoul(bytes, &at, 10);
        size_t head = (size_t)(at - bytes) + 1;
        if (*at != ':' || head > size || n >= size - head || at[n + 1] != ',')
            return false;
        run_cut((const uint8_t *)at + 1, n);
        bytes = at + n + 2;
        size -= head + n + 1;
    }
    return true;
}

static int replay_file(const char *path)
{
    static char bytes[(1 << 20) + 1];
    const char *end = strrchr(path, '.');
    bool is_whole = true;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    size_t size = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[size] = '\0';
    if (end != NULL && strcmp(end, ".pack") == 0)
        is_whole = size < sizeof bytes - 1 && run_pack(bytes, size);
    else
        run_cut((const uint8_t *)bytes, size);
    if (!is_whole)
        (void)fprintf(stderr, "%s: not a whole pack\n", path);
    return !is_whole;
}

static int replay(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL)
        return replay_file(path);
    int failed = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        failed |= replay_file(name);
    }
    closedir(folder);
    return failed;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= replay(argv[i]);
    printf("%ld inputs\n", n_runs);
    return failed || n_runs == 0;
}
