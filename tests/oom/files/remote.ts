try { await tools.far.act({}) } catch (e) { return e.message }
