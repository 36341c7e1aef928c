// limb check --fix: applies the certain fixes to the text of a file.
//
// A fix may reveal findings of other rules, so parsing and fixing are repeated while there is
// something to fix.
#include "commands/check/check.h"

enum { MAX_PASSES = 8 };

static int repair_xml(cli_buffer *text);
static int fix_once(const check_fix *fix, cli_buffer *text);
static void look_for_files(const check_fix *fix, const limb_robot *robot);

int cli_check_fix(const check_fix *fix, cli_buffer *text)
{
    int nfixed = repair_xml(text);
    for (int pass = 0; pass < MAX_PASSES; pass++) {
        const int count = fix_once(fix, text);
        if (count == 0) break;
        nfixed += count;
    }
    return nfixed;
}

// Fixes the XML first, because without it there is no robot to edit. All of it, or nothing.
static int repair_xml(cli_buffer *text)
{
    cli_buffer repaired = {0};
    int count;
    const limb_status status =
        limb_xml_repair(text->data, text->size, NULL, cli_buffer_write, &repaired, &count);
    if (status != LIMB_OK || count == 0) {
        cli_buffer_free(&repaired);
        return 0;
    }
    cli_buffer_free(text);
    *text = repaired;
    return count;
}

static int fix_once(const check_fix *fix, cli_buffer *text)
{
    limb_robot *robot = NULL;
    limb_edit *edit = NULL;
    int count = 0;
    limb_report_clear(fix->scratch);
    const limb_load_opts opts = {
        .report = fix->scratch, .file = fix->team->name, .keep_broken = true};
    if (limb_robot_parse(&robot, text->data, text->size, &opts) == LIMB_ERROR_MEMORY || !robot) {
        goto done;
    }
    look_for_files(fix, robot);
    if (cli_team_silence(fix->team, robot, NULL, fix->scratch) != LIMB_OK) goto done;
    if (limb_edit_begin(&edit, robot) != LIMB_OK) goto done;
    count = limb_edit_add_fixes(edit, fix->scratch);
    if (count == 0) goto done;
    cli_buffer repaired = {0};
    if (limb_edit_apply(edit, NULL) != LIMB_OK ||
        limb_robot_write(robot, cli_buffer_write, &repaired) != LIMB_OK) {
        cli_buffer_free(&repaired);
        count = 0;
        goto done;
    }
    cli_buffer_free(text);
    *text = repaired;
done:
    limb_edit_free(edit);
    limb_robot_free(robot);
    return count;
}

// A file that the text certainly intended is a certain fix; no mesh is read for that.
static void look_for_files(const check_fix *fix, const limb_robot *robot)
{
    limb_resolver *resolver;
    if (!fix->resolve) return;
    if (limb_resolver_create(&resolver, fix->path, fix->resolve) != LIMB_OK) return;
    if (limb_robot_check_files(robot, resolver, fix->scratch) == LIMB_OK)
        limb_report_sort(fix->scratch);
    limb_resolver_free(resolver);
}
